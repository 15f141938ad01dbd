import { keepToOneThread, reasonText, type StopSignal } from "@cambium/kernels";
import type { CambiumWarning } from "../dataset/warning.ts";
import type { RoundScores } from "../model/learning-curve.ts";
import type { Model } from "../model/model.ts";
import { reasonOfEnd } from "../training/run/fit-stop.ts";
import type { Learner } from "../training/run/learner.ts";
import { CambiumError } from "../util/cambium-error.ts";
import { checkArgument } from "../util/check-argument.ts";
import { describe } from "../util/check-options.ts";
import {
  FOLDS_READY,
  type FoldTask,
  type FromFoldWorker,
  type SentError,
  type ToFoldWorker,
  toldOf,
} from "./fold-messages.ts";

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
    if ("task" in message) void fitFold(learner, message.id, message.task, open, (said) => port.postMessage(said));
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

/** What a fit asks of its caller. */
interface FitCalls {
  readonly signal: StopSignal;
  onRound(report: RoundScores): unknown;
  onWarning(warning: CambiumWarning): void;
}

async function fitFold(
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
    const model = await modelOf(made, task, {
      signal: fit.signal,
      onRound,
      onWarning: (warning) => say({ id, warning }),
    });
    say({ id, model: model.toBytes() });
  } catch (error) {
    say({ id, error: sentError(reasonOfEnd(error)) });
  } finally {
    open.delete(id);
  }
}

async function modelOf(learner: Learner, task: FoldTask, { signal, onRound, onWarning }: FitCalls): Promise<Model> {
  const { train, description, heldOut } = task;
  if (toldOf(learner) !== task.learner) {
    const message = `the worker fits another learner; call serveFolds with the one that is cross-validated: ${task.learner}`;
    throw new CambiumError("bad-option", message);
  }
  const run = { ...description, signal, onWarning };
  if (heldOut === null || learner.endsEarly === undefined) return learner.fit(new Map(train), run);
  const { rule, ofRounds } = learner.endsEarly;
  return ofRounds().fit(new Map(train), {
    ...run,
    validation: new Map(heldOut),
    metrics: [rule.metric ?? "meanLoss"],
    onRound,
  });
}

function sentError(error: unknown): SentError {
  if (error instanceof CambiumError) return { code: error.code, message: error.message };
  return { code: null, message: reasonText(error) };
}
