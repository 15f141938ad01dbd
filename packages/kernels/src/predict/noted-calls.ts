import type { Arena } from "../arena/arena.ts";
import type { Team } from "../arena/team.ts";
import type { Loops } from "../generated/loops.ts";
import { CallLoop, CallWord, TaskKind } from "../generated/tasks-layout.ts";

/** The loops that walk a block of rows. */
export type WalkLoops = Pick<Loops, "orderNumbers" | "rankNumbers" | "lowerRanks" | "walkRanks" | "walkTrees">;

export function notedCallsBytes(most: number): number {
  return 4 * CallWord.size * most;
}

/** Writes calls of loops down instead of making them: whichever thread of a team is free makes all of them, in their order. */
export class NotedCalls implements WalkLoops {
  readonly #words: Uint32Array;
  #count = 0;

  constructor(arena: Arena, most: number) {
    this.#words = arena.uint32(CallWord.size * most);
  }

  orderNumbers(...numbers: readonly number[]): void {
    this.#note(CallLoop.orderNumbers, numbers);
  }

  /** The call is made later, and only then is it known whether a number is missing. `walkRanks` gets the answer then. */
  rankNumbers(...numbers: readonly number[]): number {
    this.#note(CallLoop.rankNumbers, numbers);
    return 0;
  }

  lowerRanks(...numbers: readonly number[]): void {
    this.#note(CallLoop.lowerRanks, numbers);
  }

  walkRanks(...numbers: readonly number[]): void {
    this.#note(CallLoop.walkRanks, numbers);
  }

  walkTrees(...numbers: readonly number[]): void {
    this.#note(CallLoop.walkTrees, numbers);
  }

  /** Makes a task of the calls. Others are noted when that task is done. */
  setTask(team: Team): void {
    team.set(TaskKind.makeCalls, this.#words.byteOffset, 0, this.#count);
    this.#count = 0;
  }

  #note(loop: number, numbers: readonly number[]): void {
    const at = CallWord.size * this.#count++;
    this.#words[at + CallWord.loop] = loop;
    this.#words.set(numbers, at + CallWord.arguments);
  }
}
