import { collapseTree, createPacer, leafCount, type PostPruning, type PruningVerdict } from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { type PruningSample, sampleLeaf, sampleTrees, withOtherSeenRows } from "./sample-trees.ts";

/** Laws of a cut after growth. */
export function cutBackLaws(strategy: PostPruning): Check[] {
  const heldOut: Check[] =
    strategy.needs.kind === "nothing" || strategy.needs.kind === "training"
      ? []
      : [
          {
            law: "only the held-out rows decide",
            lookAt: "`prune`: of `target` and `columns` read the rows in `rows`; the tree has seen the others",
            run: () => forEachSample(strategy, expectHeldOutOnly),
          },
        ];
  return [
    {
      law: "needs names what training can provide",
      lookAt: "`needs`: nothing, training, validation, or 2 and more folds with a whole seed",
      run: () => expectPossibleNeed(strategy),
    },
    {
      law: "task is classification, regression or left out",
      lookAt: "`task`: the only one whose trees the strategy can judge",
      run: () => expectKnownTask(strategy),
    },
    {
      law: "the mask has a 0 or a 1 for every node",
      lookAt: "`collapse`: a Uint8Array of tree.nodeCount",
      run: () => forEachSample(strategy, expectMask),
    },
    {
      law: "raise names a child of its node, or none",
      lookAt: "`raise`: a Uint32Array of tree.nodeCount, 1 + the child that takes the node's place",
      run: () => forEachSample(strategy, expectRaise),
    },
    {
      law: "the path goes from the full tree, or one that is as good, to the root alone, step by step",
      lookAt: "`path`: alphas rise and leaves fall at every step; leave it empty if the strategy has no such path",
      run: () => forEachVerdict(strategy, expectPath),
    },
    {
      law: "impurity never falls along the path, and ends at the root's",
      lookAt: "`path[].impurity`: the root's minus the gains of the splits that are left",
      run: () => forEachVerdict(strategy, expectImpurity),
    },
    {
      law: "the pruned tree is one of the path",
      lookAt: "`collapse` against `path`: the chosen step and the marks must be the same tree",
      run: () => forEachVerdict(strategy, expectOnPath),
    },
    {
      law: "a tree of one leaf can be pruned",
      lookAt: "`prune`: the root may be a leaf already",
      run: () => expectLeafPrunable(strategy),
    },
    {
      law: "the same question has the same answer",
      lookAt: "`prune`: no state between calls, no random numbers but from `needs.seed`",
      run: () => forEachSample(strategy, expectRepeatable),
    },
    {
      law: "the strategy leaves the tree and the evidence as they are",
      lookAt: "`prune`: work on copies; a new tree is made from the marks",
      run: () => forEachSample(strategy, expectUntouched),
    },
    ...heldOut,
  ];
}

type SampleLaw = (strategy: PostPruning, sample: PruningSample) => Promise<void>;
type VerdictLaw = (sample: PruningSample, verdict: PruningVerdict) => void;

async function forEachSample(strategy: PostPruning, law: SampleLaw): Promise<void> {
  for (const sample of await sampleTrees(strategy)) await law(strategy, sample);
}

function forEachVerdict(strategy: PostPruning, law: VerdictLaw): Promise<void> {
  return forEachSample(strategy, async (_, sample) => {
    const verdict = await verdictOf(strategy, sample);
    if (verdict.path.length > 0) law(sample, verdict);
  });
}

function expectPossibleNeed({ needs }: PostPruning): void {
  const isPossible =
    needs.kind === "folds"
      ? Number.isInteger(needs.folds) && needs.folds >= 2 && Number.isInteger(needs.seed)
      : ["nothing", "training", "validation"].includes(needs.kind);
  if (!isPossible) throw new Mismatch("needs", "nothing, training, validation or at least 2 folds", show(needs));
}

function expectKnownTask({ task }: PostPruning): void {
  if (task === undefined || task === "classification" || task === "regression") return;
  throw new Mismatch("task", "classification, regression or nothing", show(task));
}

async function expectMask(strategy: PostPruning, { label, tree, evidence }: PruningSample): Promise<void> {
  const { collapse } = await verdictOf(strategy, { tree, evidence });
  if (collapse.length !== tree.nodeCount) throw new Mismatch(label, `${tree.nodeCount} marks`, collapse.length);
  const odd = collapse.findIndex((mark) => mark > 1);
  if (odd >= 0) throw new Mismatch(`${label}, node ${odd}`, "0 or 1", collapse[odd]);
}

async function expectRaise(strategy: PostPruning, { label, tree, evidence }: PruningSample): Promise<void> {
  const { raise } = await verdictOf(strategy, { tree, evidence });
  if (raise === undefined) return;
  if (raise.length !== tree.nodeCount) throw new Mismatch(label, `${tree.nodeCount} numbers in raise`, raise.length);
  const odd = raise.findIndex((child, node) => child > tree.childCount[node]);
  if (odd < 0) return;
  throw new Mismatch(`${label}, node ${odd}`, `0, or 1 to ${tree.childCount[odd]} in raise`, raise[odd]);
}

function expectPath({ label, tree }: PruningSample, { path }: PruningVerdict): void {
  const [first, last] = [path[0], path[path.length - 1]];
  const full = leafCount(tree);
  if (first.leaves > full)
    throw new Mismatch(`${label}, first step`, `at most the ${full} leaves of the tree`, first.leaves);
  if (first.alpha !== 0) throw new Mismatch(`${label}, first step`, "alpha 0", first.alpha);
  if (last.leaves !== 1) throw new Mismatch(`${label}, last step`, "1 leaf", last.leaves);
  path.slice(1).forEach((step, index) => {
    const before = path[index];
    if (step.alpha > before.alpha && step.leaves < before.leaves) return;
    const expected = `an alpha above ${before.alpha} and less than ${before.leaves} leaves`;
    throw new Mismatch(`${label}, step ${index + 1}`, expected, `${step.alpha} and ${step.leaves}`);
  });
}

function expectImpurity({ label, tree: { rootImpurity } }: PruningSample, { path }: PruningVerdict): void {
  path.forEach(({ impurity }, index) => {
    const least = index === 0 ? 0 : path[index - 1].impurity;
    if (impurity >= least - 1e-12 * rootImpurity) return;
    throw new Mismatch(`${label}, step ${index}`, `an impurity of at least ${least}`, impurity);
  });
  const { impurity } = path[path.length - 1];
  if (Math.abs(impurity - rootImpurity) > 1e-9 * rootImpurity) {
    throw new Mismatch(`${label}, last step`, `the root's impurity ${rootImpurity}`, impurity);
  }
}

function expectOnPath({ label, tree }: PruningSample, { collapse, path }: PruningVerdict): void {
  const pruned = collapseTree(tree, collapse);
  const leaves = leafCount(pruned);
  const step = path.find((each) => each.leaves === leaves);
  if (step === undefined) throw new Mismatch(label, `${path.map((each) => each.leaves).join(", ")} leaves`, leaves);
  const impurity = tree.rootImpurity - pruned.gain.reduce((sum, gain) => sum + gain, 0);
  if (Math.abs(impurity - step.impurity) > 1e-9 * tree.rootImpurity) {
    throw new Mismatch(label, `the step of ${leaves} leaves, whose impurity is ${step.impurity}`, impurity);
  }
}

async function expectLeafPrunable(strategy: PostPruning): Promise<void> {
  const { label, tree, evidence } = await sampleLeaf(strategy.needs);
  const leaves = leafCount(collapseTree(tree, (await strategy.prune(tree, evidence, createPacer())).collapse));
  if (leaves !== 1) throw new Mismatch(label, "1 leaf", leaves);
}

/** Asks on a copy, so that a strategy that spoils its inputs spoils one answer only. */
async function verdictOf(
  strategy: PostPruning,
  { tree, evidence }: Pick<PruningSample, "tree" | "evidence">,
): Promise<PruningVerdict> {
  return strategy.prune(plainCopy(tree), plainCopy(evidence), createPacer());
}

async function expectRepeatable(strategy: PostPruning, sample: PruningSample): Promise<void> {
  expectSame(`${sample.label}, asked twice`, await verdictOf(strategy, sample), await verdictOf(strategy, sample));
}

async function expectUntouched(strategy: PostPruning, { label, tree, evidence }: PruningSample): Promise<void> {
  const before = plainCopy({ tree, evidence });
  await strategy.prune(tree, evidence, createPacer());
  expectSame(`${label}, after prune`, before, { tree, evidence });
}

async function expectHeldOutOnly(strategy: PostPruning, { label, tree, evidence }: PruningSample): Promise<void> {
  const expected = await verdictOf(strategy, { tree, evidence });
  const came = await verdictOf(strategy, { tree, evidence: withOtherSeenRows(evidence) });
  expectSame(`${label}, with other targets in the rows not held out`, expected, came);
}
