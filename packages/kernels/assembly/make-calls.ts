import { lowerRanks, rankNumbers } from "./rank-numbers";
import { walkRanks } from "./walk-ranks";
import { orderNumbers, walkTrees } from "./walk-trees";

// A task that walks a block of rows is a list of calls, as `src/noted-calls.ts` writes them: which function, and its arguments.
const CALL_BYTES: usize = 48;

@inline
function word(call: usize, place: usize): u32 {
  return load<u32>(call + (place << 2));
}

/** Makes `count` calls in their order. Whether a number is missing is known only after the numbers have been ranked. */
export function makeCalls(call: usize, count: u32): void {
  let missing: u32 = 0;
  for (const end = call + <usize>count * CALL_BYTES; call < end; call += CALL_BYTES) {
    const a = word(call, 1);
    const b = word(call, 2);
    const c = word(call, 3);
    const d = word(call, 4);
    const e = word(call, 5);
    const f = word(call, 6);
    const g = word(call, 7);
    const h = word(call, 8);
    const i = word(call, 9);
    switch (word(call, 0)) {
      case 0:
        orderNumbers(a, b, c, d, e);
        break;
      case 1:
        missing |= rankNumbers(a, b, c, d, e, f, g, h, i);
        break;
      case 2:
        lowerRanks(a, b, c);
        break;
      case 3:
        walkRanks(a, b, missing, d, e, f, g, h, i, word(call, 10), word(call, 11));
        break;
      default:
        walkTrees(a, b, c, d, e, f, g, h);
    }
  }
}
