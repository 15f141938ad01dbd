import { type Grower, isLeaf, maxDepth, type PrePruning, parentsOf, type Tree } from "@cambium/core";
import { growSample } from "../data/grow-sample.ts";
import { type SearchCase, searchCase } from "../data/search-case.ts";
import { checkSubject } from "../report/check-subject.ts";
import { expectSame } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Report } from "../report/report.ts";
import { type Check, runChecks } from "../report/run-checks.ts";
import { treeLaws } from "./tree-laws.ts";

/** Tries a grower on small data, over the exact splitter: the tree's arrays, what its nodes tell, and the rules. */
export async function checkGrower(grower: Grower): Promise<Report> {
  const expected = "a grower, as depthGrower() gives";
  checkSubject(grower, { kit: "checkGrower", expected, parts: { name: "string", grow: "function" } });
  const cases: SearchCase[] = [];
  for (const task of ["regression", "two classes", "three classes"] as const) {
    const plan = await searchCase(task);
    cases.push(plan, {
      ...plan,
      label: `${plan.label}, every third row left out`,
      rows: plan.rows.filter((r) => r % 3 > 0),
    });
  }
  return runChecks(`grower ${show(grower.name)}`, [...treeLaws(grower, cases), ...growthLaws(grower, cases)]);
}

/** Laws of growth itself. */
function growthLaws(grower: Grower, cases: readonly SearchCase[]): Check[] {
  return [
    {
      law: "the root is cut when a cut gains something and no rule forbids it",
      lookAt: "`grow`: the queue begins with the root",
      run: async () => {
        for (const plan of cases) {
          if (isLeaf(await growSample(plan, grower), 0))
            throw new Mismatch(plan.label, "an inner node as root", "a leaf");
        }
      },
    },
    {
      law: "one rule's no is enough to make a leaf",
      lookAt: "`plan.rules`: ask all of them about the split that was found, before it is applied",
      run: async () => {
        for (const plan of cases) await expectObedience(grower, plan);
      },
    },
    {
      law: "the same plan gives the same tree",
      lookAt: "`grow`: the grower keeps nothing between trees",
      run: async () => {
        for (const plan of cases) {
          expectSame(`${plan.label}, grown twice`, await growSample(plan, grower), await growSample(plan, grower));
        }
      },
    },
  ];
}

const sayYes: PrePruning = { stage: "before-split", name: "yes", allows: () => true };
const twentyRows: PrePruning = { stage: "before-split", name: "20 rows", allows: (n) => n.end - n.start >= 20 };
const notTies: PrePruning = { stage: "before-split", name: "no ties", allows: (_, split) => split?.feature !== 0 };

async function expectObedience(grower: Grower, plan: SearchCase): Promise<void> {
  const small = await growSample(plan, grower, [twentyRows, sayYes]);
  expectNoInner(`${plan.label}, a rule for nodes of 20 rows`, small, (node) => small.rowCount[node] < 20);
  const untied = await growSample(plan, grower, [sayYes, notTies]);
  expectNoInner(`${plan.label}, a rule against feature 0`, untied, (node) => untied.feature[node] === 0);
  const flat = await growSample(plan, grower, [maxDepth(2)]);
  const parents = parentsOf(flat);
  expectNoInner(`${plan.label}, maxDepth(2)`, flat, (node) => node > 0 && parents[node] > 0);
}

/** No inner node of this kind. */
function expectNoInner(where: string, tree: Tree, isForbidden: (node: number) => boolean): void {
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!isLeaf(tree, node) && isForbidden(node))
      throw new Mismatch(where, `node ${node} to be a leaf`, "an inner node");
  }
}
