import type { Arena } from "./arena.ts";
import type { Loops } from "./arena-memory.ts";
import { TaskKind } from "./task-words.ts";
import type { Team } from "./team.ts";

/** The loops that walk a block of rows. */
export type WalkLoops = Pick<Loops, "orderNumbers" | "rankNumbers" | "lowerRanks" | "walkRanks" | "walkTrees">;

/** Which function it is, and eleven arguments at the most. `assembly/make-calls.ts` reads them. */
const CALL_WORDS = 12;

export function notedCallsBytes(most: number): number {
  return 4 * CALL_WORDS * most;
}

/** Writes calls of loops down instead of making them: whichever thread of a team is free makes all of them, in their order. */
export class NotedCalls implements WalkLoops {
  readonly #words: Uint32Array;
  #count = 0;

  constructor(arena: Arena, most: number) {
    this.#words = arena.uint32(CALL_WORDS * most);
  }

  orderNumbers(...numbers: readonly number[]): void {
    this.#note(0, numbers);
  }

  /** Whether a number is missing only shows when the call is made; `walkRanks` is told then. */
  rankNumbers(...numbers: readonly number[]): number {
    this.#note(1, numbers);
    return 0;
  }

  lowerRanks(...numbers: readonly number[]): void {
    this.#note(2, numbers);
  }

  walkRanks(...numbers: readonly number[]): void {
    this.#note(3, numbers);
  }

  walkTrees(...numbers: readonly number[]): void {
    this.#note(4, numbers);
  }

  /** Makes a task of the calls. Others are noted when that task is done. */
  setTask(team: Team): void {
    team.set(TaskKind.makeCalls, this.#words.byteOffset, 0, this.#count);
    this.#count = 0;
  }

  #note(loop: number, numbers: readonly number[]): void {
    const at = CALL_WORDS * this.#count++;
    this.#words[at] = loop;
    this.#words.set(numbers, at + 1);
  }
}
