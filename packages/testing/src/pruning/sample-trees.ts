import {
  depthGrower,
  type HeldOut,
  maxDepth,
  type PostPruning,
  type PruningEvidence,
  type PruningNeed,
  rowsOfColumns,
  type Tree,
} from "@cambium/core";
import { growSample, inUnitsOfTarget } from "../data/grow-sample.ts";
import type { SampleTask } from "../data/sample-dataset.ts";
import { type SearchCase, searchCase } from "../data/search-case.ts";

/** What a strategy is given after growth. */
export interface PruningSample {
  readonly label: string;
  readonly tree: Tree;
  readonly evidence: PruningEvidence;
}

/** A full tree for each kind of target that the strategy can judge, with the evidence that it needs: new arrays at every call. */
export function sampleTrees({ needs, task }: PostPruning): Promise<PruningSample[]> {
  const samples: SampleTask[] = [];
  if (task !== "classification") samples.push("regression");
  if (task !== "regression") samples.push("two classes", "three classes");
  return Promise.all(samples.map((sample) => sampleTree(sample, needs)));
}

async function sampleTree(task: SampleTask, need: PruningNeed): Promise<PruningSample> {
  const all = await searchCase(task);
  if (need.kind === "training") {
    const tree = await grow(all);
    return { label: task, tree, evidence: [heldOut(all, tree, all.rows)] };
  }
  if (need.kind !== "validation") {
    return { label: task, tree: await grow(all), evidence: need.kind === "folds" ? await folds(all, need.folds) : [] };
  }
  const third = (row: number) => row % 3 === 0;
  const tree = await grow({ ...all, rows: all.rows.filter((row) => !third(row)) });
  return { label: task, tree, evidence: [heldOut(all, tree, all.rows.filter(third))] };
}

/** A tree for each fold, grown without its rows. One fold would leave none to grow on. */
function folds(all: SearchCase, asked: number): Promise<HeldOut[]> {
  const count = Math.max(2, asked);
  return Promise.all(
    Array.from({ length: count }, async (_, fold) => {
      const inFold = (row: number) => row % count === fold;
      const tree = await grow({ ...all, rows: all.rows.filter((row) => !inFold(row)) });
      return heldOut(all, tree, all.rows.filter(inFold));
    }),
  );
}

/** A tree of one leaf, with evidence of the same kind. */
export async function sampleLeaf(need: PruningNeed): Promise<PruningSample> {
  const { evidence } = await sampleTree("two classes", need);
  const all = await searchCase("two classes");
  const tree = await growSample(all, depthGrower(), [maxDepth(0)]);
  return {
    label: "a tree of one leaf",
    tree,
    evidence:
      need.kind === "validation" || need.kind === "training" ? evidence.map((held) => ({ ...held, tree })) : evidence,
  };
}

async function grow(plan: SearchCase): Promise<Tree> {
  return inUnitsOfTarget(await growSample(plan), plan);
}

function heldOut({ dataset }: SearchCase, tree: Tree, rows: Uint32Array): HeldOut {
  return { tree, columns: rowsOfColumns(dataset.rowCount, dataset.columns), target: dataset.target, rows };
}

/** The same evidence with other targets in the rows that are not held out. */
export function withOtherSeenRows(evidence: PruningEvidence): PruningEvidence {
  return evidence.map((held) => {
    const { target } = held;
    const isHeld = (row: number) => held.rows.includes(row);
    return target.task === "regression"
      ? { ...held, target: { ...target, values: target.values.map((y, row) => (isHeld(row) ? y : 50 - y)) } }
      : {
          ...held,
          target: { ...target, codes: target.codes.map((code, row) => (isHeld(row) ? code : 1 - (code % 2))) },
        };
  });
}
