import {
  boosting,
  createDataset,
  type Dataset,
  type Learner,
  type Loss,
  logistic,
  type Model,
  squaredError,
} from "../../src/index.ts";
import { type PeerCase, type PeerTree, peerCases } from "./peer-cases.ts";
import { float32Column, readDataset } from "./read-dataset.ts";

/** A tree of a peer: `condition` is the highest level that goes left, or what a leaf says. */
export interface HistogramTree extends PeerTree {
  readonly condition: readonly number[];
  readonly gain: readonly number[];
  /** By node, the categories that the peer names, where it cuts a column that has some. */
  readonly goesLeft?: readonly (readonly number[])[];
  readonly goesRight?: readonly (readonly number[])[];
}

/** What the peer was asked, by our names. */
export interface HistogramOptions {
  readonly loss: "squaredError" | "logistic";
  readonly learningRate: number;
  readonly maxDepth?: number;
  readonly maxLeaves?: number;
  readonly minGain?: number;
  readonly minChildWeight?: number;
  readonly l2?: number;
  readonly l1?: number;
  readonly maxDeltaStep?: number;
  readonly monotone?: Readonly<Record<string, 1 | -1>>;
  readonly interactions?: readonly (readonly string[])[];
  readonly categorical?: "oneVsRest" | { readonly smoothing?: number; readonly mostCategories?: number };
}

export interface HistogramCase extends PeerCase {
  readonly options: HistogramOptions;
  readonly data: {
    readonly set: string;
    readonly target: string;
    readonly features: readonly string[];
    readonly levels: number;
    /** What the target is divided by; or where the second class begins. */
    readonly unit?: number;
    readonly above?: number;
    /** How many categories the columns have that have some. */
    readonly categories?: Readonly<Record<string, number>>;
    readonly gapEvery?: number;
    readonly weightCycle?: readonly number[];
  };
  /** The score of every row before the first tree. */
  readonly base: number;
  readonly trees: readonly HistogramTree[];
  /** Of every 16th row, after the last tree. */
  readonly someMargins: readonly number[];
}

/** The tables are made by the rules of fixtures/generate/histogram_trees.py. */
export interface HistogramTable {
  readonly table: Readonly<Record<string, Float64Array | boolean[] | string[]>>;
  /** Levels, or codes of categories. */
  readonly columns: readonly Float32Array[];
  /** Those that occur in each column, ascending. */
  readonly levels: readonly (readonly number[])[];
  /** What the table is fitted with. */
  readonly run: { readonly target: string; readonly weight?: Float64Array };
  readonly dataset: Dataset;
  readonly loss: Loss;
}

/** Categories are runs of levels, in this order. */
const STRIDE = 7;

type Stored = Omit<HistogramCase, "trees"> & { readonly trees: readonly Omit<HistogramTree, "right">[] };

export const histogramCases: readonly HistogramCase[] = peerCases<Stored>("histogram-trees").map((stored) => ({
  ...stored,
  trees: stored.trees.map((tree) => ({ ...tree, right: tree.left.map((left) => (left < 0 ? -1 : left + 1)) })),
}));

export async function tableOf({ data, options }: Pick<HistogramCase, "data" | "options">): Promise<HistogramTable> {
  const text = readDataset(data.set);
  const { above, unit = 1, categories = {}, gapEvery, weightCycle } = data;
  const columns = data.features.map((name, feature) => {
    const levels = levelsOf(float64Column(text[name]), data.levels);
    const count = categories[name];
    if (count !== undefined) return levels.map((level) => (Math.floor((level * count) / data.levels) * STRIDE) % count);
    return levels.map((level, row) => (gapEvery && (row + 3 * feature) % gapEvery === 0 ? Number.NaN : level));
  });
  const numbers = float32Column(text[data.target]);
  const target =
    above === undefined ? Float64Array.from(numbers, (y) => y / unit) : Array.from(numbers, (y) => y > above);
  const weight = Float64Array.from(numbers, (_, row) => weightCycle?.[row % weightCycle.length] ?? 1);
  const features = data.features.map((name, feature) => [
    name,
    categories[name] === undefined ? Float64Array.from(columns[feature]) : Array.from(columns[feature], nameOfCategory),
  ]);
  const table = { ...Object.fromEntries(features), [data.target]: target };
  const run = { target: data.target, ...(weightCycle && { weight }) };
  const loss = (options.loss === "logistic" ? logistic() : squaredError()) as Loss;
  const levels = columns.map((column) => [...new Set(column)].filter((level) => level >= 0).sort((a, b) => a - b));
  return { table, columns, levels, run, dataset: await createDataset(table, run), loss };
}

/** Our learner, asked for what the peer was asked for. */
export function learnerOf({ options, trees, base }: HistogramCase, loss: Loss): Learner<Model> {
  const rounds = trees.length;
  return boosting({
    maxDepth: 1000,
    columnSample: { node: 1 },
    ...options,
    loss,
    rounds,
    baseScore: base,
    splitter: "histogram",
    gradientBits: "wide",
  });
}

/** Ordered like its code. */
const nameOfCategory = (code: number) => `c${String(code).padStart(2, "0")}`;

function float64Column(values: readonly string[]): Float64Array {
  return Float64Array.from(values, (value) => (value === "" ? Number.NaN : Number(value)));
}

/** The share of the present values that are smaller, in whole steps from 0 to levels - 1. */
function levelsOf(values: Float64Array, levels: number): Float32Array {
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  const smaller = new Map([...present.entries()].reverse().map(([count, value]) => [value, count]));
  return Float32Array.from(values, (value) =>
    Math.floor(((smaller.get(value) ?? Number.NaN) * levels) / present.length),
  );
}
