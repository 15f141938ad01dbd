import type { PrePruning } from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { CHILDREN_COUNT, DEPTHS, describeQuestion, GAINS, sampleQuestion } from "./sample-question.ts";

/** Laws of a rule before a split. */
export function ruleLaws(rule: PrePruning): Check[] {
  return [
    {
      law: "a rule answers true or false",
      lookAt: "`allows`: every path returns a boolean",
      run: () => forEachQuestion((children, depth, gain) => expectBoolean(rule, children, depth, gain)),
    },
    {
      law: "the same question has the same answer",
      lookAt: "`allows`: no counters; growers ask in whichever order they grow",
      run: () => forEachQuestion((children, depth, gain) => expectRepeatable(rule, children, depth, gain)),
    },
    {
      law: "a rule leaves the node and the split as they are",
      lookAt: "`allows`: the arrays are the splitter's",
      run: () => forEachQuestion((children, depth, gain) => expectUntouched(rule, children, depth, gain)),
    },
    {
      law: "a no before the search is a no to every split",
      lookAt: "`allows` with `split: null`: say yes unless no split whatsoever would be allowed",
      run: () => forEachQuestion((children, depth, gain) => expectEarlyNo(rule, children, depth, gain)),
    },
    {
      law: "what is refused at one depth is refused at every greater one",
      lookAt: "`allows`: a depth can only be a limit",
      run: () => expectMonotone(rule, "depth"),
    },
    {
      law: "a rule that allows a split allows one that gains more",
      lookAt: "`allows`: a gain can only be a demand",
      run: () => expectMonotone(rule, "gain"),
    },
  ];
}

type AskedOf = (children: number, depth: number, gain: number) => void;

function forEachQuestion(ask: AskedOf): void {
  for (let children = 0; children < CHILDREN_COUNT; children++) {
    for (const depth of DEPTHS) for (const gain of GAINS) ask(children, depth, gain);
  }
}

function answer(rule: PrePruning, children: number, depth: number, gain: number): boolean {
  const { node, split } = sampleQuestion(children, depth, gain);
  return Boolean(rule.allows(node, split));
}

function expectBoolean(rule: PrePruning, children: number, depth: number, gain: number): void {
  const question = sampleQuestion(children, depth, gain);
  for (const split of [null, question.split]) {
    const came: unknown = rule.allows(question.node, split);
    if (typeof came !== "boolean") throw new Mismatch(describeQuestion(question, split), "true or false", show(came));
  }
}

function expectRepeatable(rule: PrePruning, children: number, depth: number, gain: number): void {
  const question = sampleQuestion(children, depth, gain);
  for (const split of [null, question.split]) {
    const first = rule.allows(question.node, split);
    const second = rule.allows(question.node, split);
    if (first === second) continue;
    throw new Mismatch(`${describeQuestion(question, split)}, asked twice`, show(first), show(second));
  }
}

function expectUntouched(rule: PrePruning, children: number, depth: number, gain: number): void {
  const question = sampleQuestion(children, depth, gain);
  const before = plainCopy(question);
  rule.allows(question.node, null);
  rule.allows(question.node, question.split);
  expectSame(`the question after ${describeQuestion(before)}`, before, question);
}

function expectEarlyNo(rule: PrePruning, children: number, depth: number, gain: number): void {
  const question = sampleQuestion(children, depth, gain);
  if (rule.allows(question.node, null) || !answer(rule, children, depth, gain)) return;
  throw new Mismatch(`${describeQuestion(question)} after a no to null`, "false", "true");
}

/** Along a growing depth a yes never follows a no; along a growing gain a no never follows a yes. */
function expectMonotone(rule: PrePruning, along: "depth" | "gain"): void {
  forEachQuestion((children, depth, gain) => {
    const isDepth = along === "depth";
    const further = (isDepth ? DEPTHS : GAINS).filter((each) => each > (isDepth ? depth : gain));
    for (const each of further) {
      const [weak, strong] = isDepth
        ? [
            [each, gain],
            [depth, gain],
          ]
        : [
            [depth, gain],
            [depth, each],
          ];
      if (!answer(rule, children, weak[0], weak[1]) || answer(rule, children, strong[0], strong[1])) continue;
      const refused = describeQuestion(sampleQuestion(children, strong[0], strong[1]));
      const allowed = describeQuestion(sampleQuestion(children, weak[0], weak[1]));
      throw new Mismatch(refused, `true, since ${allowed} is`, "false");
    }
  });
}
