import type { PrePruning } from "@cambium/core";
import { expectSame, plainCopy } from "../report/expect-same.ts";
import { Mismatch, show } from "../report/mismatch.ts";
import type { Check } from "../report/run-checks.ts";
import { CHILDREN_COUNT, DEPTHS, describeQuestion, GAINS, type Question, sampleQuestion } from "./sample-question.ts";

/** Laws of a rule before a split. */
export function ruleLaws(rule: PrePruning): Check[] {
  return [
    {
      law: "a rule answers true or false",
      lookAt: "`allows`: every path returns a boolean",
      run: () => forEachQuestion(rule, expectBoolean),
    },
    {
      law: "the same question has the same answer",
      lookAt: "`allows`: no counters; growers ask in whichever order they grow",
      run: () => forEachQuestion(rule, expectRepeatable),
    },
    {
      law: "a rule leaves the node and the split as they are",
      lookAt: "`allows`: the arrays are the splitter's",
      run: () => forEachQuestion(rule, expectUntouched),
    },
    {
      law: "a no before the search is a no to every split",
      lookAt: "`allows` with `split: null`: say yes unless no split whatsoever would be allowed",
      run: () => forEachQuestion(rule, expectEarlyNo),
    },
    {
      law: "what is refused at one depth is refused at every greater one",
      lookAt: "`allows`: a depth can only be a limit",
      run: () => expectNoDeeperYes(rule),
    },
    {
      law: "a rule that allows a split allows one that gains more",
      lookAt: "`allows`: a gain can only be a demand",
      run: () => expectYesToMoreGain(rule),
    },
  ];
}

function forEachCase(ask: (children: number, depth: number, gain: number) => void): void {
  for (let children = 0; children < CHILDREN_COUNT; children++) {
    for (const depth of DEPTHS) for (const gain of GAINS) ask(children, depth, gain);
  }
}

function forEachQuestion(rule: PrePruning, law: (rule: PrePruning, question: Question) => void): void {
  forEachCase((children, depth, gain) => law(rule, sampleQuestion(children, depth, gain)));
}

function expectBoolean(rule: PrePruning, question: Question): void {
  for (const split of [null, question.split]) {
    const came: unknown = rule.allows(question.node, split);
    if (typeof came !== "boolean") throw new Mismatch(describeQuestion(question, split), "true or false", show(came));
  }
}

function expectRepeatable(rule: PrePruning, question: Question): void {
  for (const split of [null, question.split]) {
    const first = rule.allows(question.node, split);
    const second = rule.allows(question.node, split);
    if (first === second) continue;
    throw new Mismatch(`${describeQuestion(question, split)}, asked twice`, show(first), show(second));
  }
}

function expectUntouched(rule: PrePruning, question: Question): void {
  const before = plainCopy(question);
  rule.allows(question.node, null);
  rule.allows(question.node, question.split);
  expectSame(`the question after ${describeQuestion(before)}`, before, question);
}

function expectEarlyNo(rule: PrePruning, question: Question): void {
  if (rule.allows(question.node, null) || !rule.allows(question.node, question.split)) return;
  throw new Mismatch(`${describeQuestion(question)} after a no to null`, "false", "true");
}

function expectNoDeeperYes(rule: PrePruning): void {
  forEachCase((children, depth, gain) => {
    for (const deeper of DEPTHS.filter((each) => each > depth)) {
      expectImplied(rule, sampleQuestion(children, deeper, gain), sampleQuestion(children, depth, gain));
    }
  });
}

function expectYesToMoreGain(rule: PrePruning): void {
  forEachCase((children, depth, gain) => {
    for (const more of GAINS.filter((each) => each > gain)) {
      expectImplied(rule, sampleQuestion(children, depth, gain), sampleQuestion(children, depth, more));
    }
  });
}

/** A yes to the one question is a yes to the other. */
function expectImplied(rule: PrePruning, one: Question, other: Question): void {
  if (!rule.allows(one.node, one.split) || rule.allows(other.node, other.split)) return;
  throw new Mismatch(describeQuestion(other), `true, since ${describeQuestion(one)} is`, "false");
}
