import { OWN_LOSS_PLACE } from "../generated/passes-layout.ts";

/** The compiled derivatives of a loss that the kernels do not know. Its `derivatives` have the same bits. */
export interface OwnLoss {
  /**
   * A WebAssembly module. Of "env" it imports a memory, first of all and declared shared, and "exp" and "log", which take an offset and
   * have eight numbers there become their powers of e, or their logarithms. It exports `derive`: (i32 scores, i32 targets, i32 place), which
   * reads eight of each side by side. At the place it has room for eight numbers of its own, and behind them it writes eight gradients and
   * eight hessians, before any weight.
   */
  readonly module: Uint8Array;
}

/** What a module of the kernels exports for the modules of losses. */
export interface LossLinks {
  readonly exp: unknown;
  readonly log: unknown;
  readonly table: { set(place: number, derive: unknown): void };
}

/** What the module of a loss is given. */
export function importsOfLoss({ exp, log }: LossLinks, memory: object) {
  return { env: { memory, exp, log } };
}

/** Has the tasks of a thread call the loss whose module has these exports. */
export function putLoss({ table }: LossLinks, exported: unknown): void {
  table.set(OWN_LOSS_PLACE, (exported as { readonly derive: unknown }).derive);
}
