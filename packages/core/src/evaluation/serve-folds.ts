import { keepToOneThread, reasonText } from "@cambium/kernels";
import type { CambiumWarning } from "../dataset/warning.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { describe } from "../util/check-options.ts";
import { fitFold } from "./fit-in-step.ts";
import { FOLDS_READY, type FoldTask, type FromFoldWorker, type ToFoldWorker, toldOf } from "./fold-messages.ts";

/** Where a worker hears of whoever started it: in Node `parentPort` of "node:worker_threads", in a page `self`. */
export interface WorkerPort {
  postMessage(message: unknown): void;
  readonly on?: unknown;
  onmessage?: unknown;
}

/** A fit that is under way. */
interface OpenFit {
  readonly signal: { aborted: boolean };
  /** Where it has told of a round, and waits. */
  goOn: ((answer: unknown) => void) | null;
}

/**
 * To be called in a worker, once, with the learner that the folds are fitted by, or for a search with what makes learners: the rest is up to
 * the `foldWorkers` of whoever started it. Each fit is on this one thread. `port` is `parentPort` in Node, and `self` in a page.
 */
export function serveFolds(learner: Learner | ((parameters: never) => Learner), port: WorkerPort | null): void {
  checkArgument("serveFolds", learner, {
    expected: "a learner, or a function that makes one",
    accepts: (value) => typeof value === "function" || typeof (value as Partial<Learner> | null)?.fit === "function",
  });
  if (typeof port?.postMessage !== "function") {
    const message = `serveFolds expects what a worker hears of its caller by, parentPort in Node and self in a page, got ${describe(port)}`;
    throw new CambiumError("bad-option", message);
  }
  const open = new Map<number, OpenFit>();
  keepToOneThread();
  const hear = (message: ToFoldWorker): void => {
    if ("task" in message) void fitTask(learner, message.id, message.task, open, (said) => port.postMessage(said));
    else if ("answer" in message) open.get(message.id)?.goOn?.(message.answer);
    else abort(open.get(message.id));
  };
  if (typeof port.on === "function") port.on("message", hear);
  else port.onmessage = ({ data }: { readonly data: ToFoldWorker }) => hear(data);
  port.postMessage(FOLDS_READY);
}

function abort(fit: OpenFit | undefined): void {
  if (fit === undefined) return;
  fit.signal.aborted = true;
  fit.goOn?.("stop");
}

async function fitTask(
  learner: Learner | ((parameters: never) => Learner),
  id: number,
  task: FoldTask,
  open: Map<number, OpenFit>,
  say: (message: FromFoldWorker) => void,
): Promise<void> {
  const fit: OpenFit = { signal: { aborted: false }, goOn: null };
  const onRound = async (round: RoundScores) => {
    // Nobody hears of it any more.
    if (fit.signal.aborted) return "stop";
    say({ id, round });
    return new Promise<unknown>((resolve) => {
      fit.goOn = resolve;
    });
  };
  open.set(id, fit);
  try {
    const made = typeof learner === "function" ? learner(task.point as never) : learner;
    if (toldOf(made) !== task.learner) {
      const message = `the worker fits another learner; call serveFolds with the one that is cross-validated: ${task.learner}`;
      throw new CambiumError("bad-option", message);
    }
    const run = {
      ...task.description,
      signal: fit.signal,
      onWarning: (warning: CambiumWarning) => say({ id, warning }),
    };
    const heldOut = task.heldOut && { table: new Map(task.heldOut), onRound };
    say({ id, model: (await fitFold(made, new Map(task.train), run, heldOut)).toBytes() });
  } catch (error) {
    const code = error instanceof CambiumError ? error.code : null;
    say({ id, error: { code, message: code === null ? reasonText(error) : (error as CambiumError).message } });
  } finally {
    open.delete(id);
  }
}
