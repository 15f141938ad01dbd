import { loadModel } from "../model/load-model.ts";
import type { Model } from "../model/model.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { aFunction, checkOptions, describe, integerFrom, type OptionRule } from "../util/check-options.ts";
import { droppable } from "../util/droppable.ts";

/**
 * Keeps what a fit has done so far, so that one that is killed can go on. The bytes are those of a model of all rounds that are done,
 * and with the same data and options the end is the same, byte for byte, wherever it was interrupted.
 */
export interface Checkpoint {
  /** Rounds from one call of `save` to the next; 10 unless told. */
  readonly every?: number | undefined;
  /** Keeps the bytes in the place of those before; the fit goes on when it has. Whoever writes a file renames it when it is whole. */
  readonly save: (bytes: Uint8Array<ArrayBuffer>) => unknown;
  /** What was kept, once, before the first round; nothing where there is none yet. */
  readonly load?: (() => MaybeBytes | Promise<MaybeBytes>) | undefined;
}

type MaybeBytes = Uint8Array | null | undefined;

const checkpointOptions: Readonly<Record<string, OptionRule>> = /* @__PURE__ */ droppable(() => ({
  every: { ...integerFrom(1), default: "10", about: "rounds from one call of `save` to the next" },
  save: { ...aFunction, default: "required", about: "keeps the bytes in the place of those before" },
  load: { ...aFunction, default: "none", about: "gives what was kept, or nothing" },
}));

/** Refuses one that could not save. */
export function checkCheckpoint(checkpoint: Checkpoint): void {
  checkOptions("fit: checkpoint", checkpoint, checkpointOptions);
  if (checkpoint.save !== undefined) return;
  throw new CambiumError("bad-option", "fit: checkpoint expects save, a function that keeps bytes, got none");
}

/** The model that was kept; null where there is none. */
export async function keptModel({ load }: Checkpoint): Promise<Model | null> {
  const bytes: unknown = await load?.();
  if (bytes === undefined || bytes === null) return null;
  if (ArrayBuffer.isView(bytes)) return loadModel(bytes as Uint8Array);
  throw new CambiumError("bad-option", `fit: checkpoint: load should give bytes, or null, got ${describe(bytes)}`);
}

/** Saves the model of the rounds so far, where it is time. */
export async function keepModel(
  { every = 10, save }: Checkpoint,
  round: number,
  modelOf: () => Promise<Model>,
): Promise<void> {
  if (round % every === 0) await save((await modelOf()).toBytes());
}
