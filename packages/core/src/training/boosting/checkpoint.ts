import { loadModel } from "../../model/load-model.ts";
import type { Model } from "../../model/model.ts";
import { CambiumError } from "../../util/cambium-error.ts";
import { aFunction, checkOptions, describe, integerFrom } from "../../util/check-options.ts";
import { droppable } from "../../util/droppable.ts";
import { type OptionsOf, option, required, withDefaults } from "../../util/option.ts";

type MaybeBytes = Uint8Array | null | undefined;

const checkpointOptions = /* @__PURE__ */ droppable(() => ({
  /** Rounds from one call of `save` to the next. Default: 10. */
  every: option(integerFrom(1), 10),
  /** Keeps the bytes in the place of those before; the fit goes on when it has. Whoever writes a file renames it when it is whole. */
  save: required(aFunction<(bytes: Uint8Array<ArrayBuffer>) => unknown>()),
  /** Gives the bytes that were kept, once, before the first round; nothing where there are none yet. Default: none. */
  load: option(aFunction<() => MaybeBytes | Promise<MaybeBytes>>(), null),
}));

/**
 * Keeps what a fit has done so far, so that one that is killed can go on. The bytes are those of a model of all rounds that are done,
 * and with the same data and options the end is the same, byte for byte, wherever it was interrupted.
 */
export interface Checkpoint extends OptionsOf<typeof checkpointOptions> {}

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
export async function keepModel(checkpoint: Checkpoint, round: number, modelOf: () => Promise<Model>): Promise<void> {
  const { every, save } = withDefaults(checkpointOptions, checkpoint);
  if (round % every === 0) await save((await modelOf()).toBytes());
}
