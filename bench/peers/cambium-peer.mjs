import * as cambium from "cambium";
import { learnerWith } from "./other-options.mjs";
import { longestWait, watchLoop } from "./watch-loop.mjs";

const memories = watchMemories();

/**
 * What `run-job.mjs` asks of a peer, for Cambium, in whatever host runs it. What is fitted has the stretches of its fit
 * beside it, by a clock of that host.
 */
export function cambiumPeer(clock) {
  return {
    input: inputOf,
    async fit(table, work) {
      const unwatch = isWatched(work) ? watchLoop(clock) : () => undefined;
      const model = await train(table, work);
      return { model, stretches: unwatch() };
    },
    predict,
    rows: rowsOf,
    predictRows: ({ model }, rows) => rows.map((row) => Number(model.predictOne(row))),
    describe,
  };
}

function inputOf({ columns, y }, { columnBits = 64 }) {
  const numbers = (column) => (columnBits === 64 ? Float64Array.from(column) : column);
  return Object.fromEntries([...columns.map((column, at) => [`x${at}`, numbers(column)]), ["y", y]]);
}

function train(table, work) {
  return learnerOf(work).fit(table, {
    target: "y",
    task: work.task,
    types: typesOf(work),
    ...threadsOf(work),
    ...work.run,
  });
}

function predict({ model }, table) {
  if (model.task === "regression") return model.predict(table);
  if (model.classes.length > 2) return model.predictProbability(table);
  return ofClass1(model.predictProbability(table));
}

function rowsOf({ columns }, { rows }) {
  const values = Array.from(columns[0], (_, row) => Float64Array.from(columns, (column) => column[row]));
  if (rows !== "objects") return values;
  return values.map((row) => Object.fromEntries(Array.from(row, (value, at) => [`x${at}`, value])));
}

async function describe({ model, stretches }) {
  const { ensemble, pruningPath } = model;
  // Read at the end, since an idle memory is grown for the next fit.
  const arenaBytes = Math.max(...memories.map(({ buffer }) => buffer.byteLength));
  const path = pruningPath.length === 0 ? {} : { pathSteps: pruningPath.length };
  return {
    leaves: meanLeaves(ensemble.trees),
    depth: Math.max(...ensemble.trees.map(depthOf)),
    ...path,
    arenaBytes,
    ...(stretches === undefined ? {} : { p99Milliseconds: longestWait(stretches, 0.99) }),
    modelHash: await hashOf(model.toBytes()),
  };
}

/** Where the fit is what the case is about. */
function isWatched({ model, measure }) {
  return model === "boosting" && measure === undefined;
}

/** Every second number. A filter takes as long as a seventh of the prediction that is clocked; others are asked for a view. */
function ofClass1(probabilities) {
  const numbers = new Float64Array(probabilities.length / 2);
  for (let row = 0; row < numbers.length; row++) numbers[row] = probabilities[2 * row + 1];
  return numbers;
}

function learnerOf(work) {
  if (work.learner !== undefined) return learnerWith(cambium, work);
  const { model, trees, maxDepth, seed, task } = work;
  const depth = maxDepth === undefined ? {} : { maxDepth };
  if (model === "tree") return cambium.cart(depth);
  // At α = 0 nothing is cut that explains anything, so the whole path is computed and the tree stays.
  if (model === "tree with path") return cambium.cart({ ...depth, prune: cambium.costComplexity({ alpha: 0 }) });
  // By all columns, as the others.
  const all = { columnSample: { node: 1 } };
  if (model === "boosting") return cambium.boosting({ ...depth, ...all, rounds: trees, ...boostingOptionsOf(work) });
  if (cambium.randomForest === undefined) throw new Error("this build of Cambium has no randomForest");
  const columnSample = task === "classification" ? {} : { columnSample: { node: 1 } };
  return cambium.randomForest({ ...depth, ...columnSample, trees, seed });
}

/** The logistic loss in other forms, which come to the same trees, and losses of other numbers of powers of e. */
const LOSSES = {
  gamma: () => cambium.gamma(),
  poisson: () => cambium.poisson(),
  tweedie: () => cambium.tweedie(),
  power: () => cambium.defineLoss({ value: "abs(s - y)^1.7", hessian: "1", initialScore: "mean" }),
  expression: () =>
    cambium.defineLoss({
      task: "classification",
      link: "logistic",
      value: "log(1 + exp(s)) - y * s",
      initialScore: "log(mean / (1 - mean))",
    }),
  byHand: () => {
    const { kernel, ...plain } = cambium.logistic();
    if (kernel === undefined) throw new Error("the built-in loss was to be the compiled one");
    return plain;
  },
};

function boostingOptionsOf({ splitter = "histogram", maxLeaves, l2, minChildWeight, growth, maxBins, loss }) {
  const given = Object.entries({ maxLeaves, l2, minChildWeight, growth, maxBins }).filter(
    ([, value]) => value !== undefined,
  );
  // Where leaves are the limit the peers have none on depth.
  const depth = maxLeaves === undefined ? {} : { maxDepth: maxLeaves };
  return { splitter, ...depth, ...Object.fromEntries(given), ...(loss && { loss: LOSSES[loss]() }) };
}

function typesOf({ categories }) {
  return Object.fromEntries(categories.map((at) => [`x${at}`, "categorical"]));
}

/** A single tree is grown on one thread, and takes no such option. */
function threadsOf({ learner, model, threads }) {
  return learner !== undefined || model === "forest" || model === "boosting" ? { threads } : {};
}

function meanLeaves(trees) {
  let leaves = 0;
  for (const { feature } of trees) for (const of of feature) if (of < 0) leaves++;
  return Math.round(leaves / trees.length);
}

/** Children stand after their parent, side by side. */
function depthOf({ nodeCount, firstChild, childCount }) {
  const depth = new Uint32Array(nodeCount);
  for (let node = 0; node < nodeCount; node++) {
    depth.fill(depth[node] + 1, firstChild[node], firstChild[node] + childCount[node]);
  }
  return depth.reduce((most, value) => Math.max(most, value), 0);
}

/** By what Node and pages both have. */
async function hashOf(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The memories that the kernels ask for, seen from outside: no user can ask Cambium for them. */
function watchMemories() {
  const { Memory } = WebAssembly;
  const seen = [];
  WebAssembly.Memory = class extends Memory {
    constructor(size) {
      super(size);
      seen.push(this);
    }
  };
  return seen;
}
