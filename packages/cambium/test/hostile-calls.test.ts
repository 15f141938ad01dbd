import { expect, it } from "vitest";
import * as cambium from "../src/index.ts";
import * as io from "../src/io.ts";
import { OwnError, oddValues } from "./support/odd-values.ts";

const CALLS = 1500;

const good = () => ({
  x: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  w: ["a", "b", "a", "c", "b", "a", "a", "b", "c", "a", "b", "c"],
  y: [1, 2, 1, 2, 3, 1, 2, 3, 1, 2, 1, 2],
  k: ["p", "q", "p", "q", "p", "q", "p", "q", "p", "q", "p", "q"],
});

const optionNames = (
  "target features task weight offset rowKey types signal lend validation metrics callbacks onRound onTree onNode continueFrom " +
  "checkpoint threads timeLimit folds group stratify seed metric trials loss maxDepth maxLeaves prune classWeights priors cost " +
  "monotone interactions columnSample rowSample gainFactors categorical columns bins cuts method coverage earlyStopping rounds " +
  "trees criterion delimiter missingValues kind test repeats decay maxBins value gradient parameters labels refit workers"
).split(" ");

/** Lehmer's generator: the calls of a seed are always the same. */
function randomCalls(seed: number) {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)];
  return { random, pick };
}

/** Not the user's own error, and none of ours. */
function isForeign(error: unknown): boolean {
  if (error instanceof cambium.CambiumError) return false;
  return !(error instanceof OwnError || (error as { cause?: unknown } | null)?.cause instanceof OwnError);
}

const fitted = await Promise.all([
  cambium.boosting({ rounds: 2 }).fit(good(), { target: "y", features: ["x", "w"] }),
  cambium.cart().fit(good(), { target: "k" }),
  cambium.randomForest({ trees: 3 }).fit(good(), { target: "k" }),
]);

type AnyFunction = (...args: unknown[]) => unknown;
const functionsOf = (of: object) =>
  Object.entries(of).filter((entry): entry is [string, AnyFunction] => typeof entry[1] === "function");
// Workers, settings of the process and classes of errors are no functions of values.
const isTried = ([name]: [string, unknown]) => !/Workers|^serveFolds|^configure|Error$/.test(name);
const publicFunctions = [...functionsOf(cambium), ...functionsOf(io)].filter(isTried);
const learners = publicFunctions.filter(([name]) =>
  /^(cart|boosting|randomForest|adaBoost|c45|id3|extraTrees)$/.test(name),
);
const methods = fitted.flatMap((model) => functionsOf(model));

it.each([1, 20, 300])("whatever is passed, errors are ours or the caller's (seed %i)", async (seed) => {
  const { random, pick } = randomCalls(seed);
  const odd = () => pick(oddValues)();
  const options = () => {
    const found: Record<string, unknown> = random() < 0.5 ? { target: pick(["y", "k"]) } : {};
    for (let left = Math.floor(random() * 3); left >= 0; left--) found[pick(optionNames)] = odd();
    return found;
  };
  const argument = () =>
    pick([odd, options, good, () => ({ target: "y" }), () => pick(fitted), () => cambium.cart()])();
  const calls: (() => [string, () => unknown])[] = [
    () => {
      const [name, make] = pick(learners);
      const [parts, data, run] = [pick([() => ({}), options])(), pick([good, argument])(), options()];
      return [
        `${name}.fit with ${Object.keys(run)}`,
        () => (make(parts) as cambium.Learner).fit(data as never, run as never),
      ];
    },
    () => {
      const [name, method] = pick(methods);
      const args = [argument(), argument()];
      return [`model.${name}`, () => method(...args)];
    },
    () => {
      const [name, call] = pick(publicFunctions);
      const args = [argument(), argument(), argument(), argument()].slice(0, 1 + Math.floor(4 * random()));
      return [name, () => call(...args)];
    },
  ];
  for (let i = 0; i < CALLS; i++) {
    const [name, call] = pick(calls)();
    try {
      await call();
    } catch (error) {
      if (isForeign(error)) expect.unreachable(`call ${i}, ${name}: ${(error as Error)?.stack ?? String(error)}`);
    }
  }
});
