import { CallLoop, CallWord } from "../generated/tasks-layout";
import { lowerRanks, rankNumbers } from "./rank-numbers";
import { walkRanks } from "./walk-ranks";
import { orderNumbers, walkTrees } from "./walk-trees";

// A task that walks a block of rows is a list of calls, as `src/noted-calls.ts` writes them: which function, and its arguments.

@inline
function argument(call: usize, place: usize): u32 {
  return load<u32>(call + (place << 2), CallWord.arguments);
}

/** Makes `count` calls in their order. Whether a number is missing is known only after the numbers have been ranked. */
export function makeCalls(call: usize, count: u32): void {
  let missing: u32 = 0;
  for (const end = call + <usize>count * CallWord.size; call < end; call += CallWord.size) {
    const a = argument(call, 0);
    const b = argument(call, 1);
    const c = argument(call, 2);
    const d = argument(call, 3);
    const e = argument(call, 4);
    const f = argument(call, 5);
    const g = argument(call, 6);
    const h = argument(call, 7);
    const i = argument(call, 8);
    switch (load<u32>(call, CallWord.loop)) {
      case CallLoop.orderNumbers:
        orderNumbers(a, b, c, d, e);
        break;
      case CallLoop.rankNumbers:
        missing |= rankNumbers(a, b, c, d, e, f, g, h, i);
        break;
      case CallLoop.lowerRanks:
        lowerRanks(a, b, c);
        break;
      case CallLoop.walkRanks:
        walkRanks(a, b, missing, d, e, f, g, h, i, argument(call, 9), argument(call, 10));
        break;
      default:
        walkTrees(a, b, c, d, e, f, g, h);
    }
  }
}
