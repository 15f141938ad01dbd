import type { Arena } from "../arena/arena.ts";
import { LeafWord } from "../generated/leaf-layout.ts";
import { LevelNodeSlot, LevelSlot } from "../generated/level-layout.ts";
import type { LeafShape, LeafTree } from "./leaf-task.ts";

/** Room in an arena for the levels of a symmetric tree: what the splits of a level gain, and its open nodes. */
export class LeafLevels {
  readonly #job: Float64Array;
  readonly #open: Uint32Array;
  readonly #next: Uint32Array;
  readonly #allowed: Uint8Array;

  constructor(arena: Arena, shape: LeafShape, starts: readonly number[]) {
    const { binCounts, mostLeaves } = shape;
    const features = binCounts.length;
    this.#job = arena.float64(LevelSlot.size);
    this.#open = arena.uint32(mostLeaves);
    this.#next = arena.uint32(mostLeaves);
    this.#allowed = arena.uint8(features);
    const gains = arena.float64(2 * widthOf(shape) * features);
    const nodes = arena.float64(mostLeaves * LevelNodeSlot.size, "anything");
    const slotStarts = arena.uint32(features);
    const counts = arena.uint32(features);
    counts.set(binCounts);
    slotStarts.set(starts);
    this.#job[LevelSlot.slotStarts] = slotStarts.byteOffset;
    this.#job[LevelSlot.binCounts] = counts.byteOffset;
    this.#job[LevelSlot.gains] = gains.byteOffset;
    this.#job[LevelSlot.width] = widthOf(shape);
    this.#job[LevelSlot.nodes] = nodes.byteOffset;
  }

  static byteLengths(shape: LeafShape): number[] {
    const { mostLeaves, binCounts } = shape;
    const features = binCounts.length;
    return [
      ...[8 * LevelSlot.size, 4 * mostLeaves, 4 * mostLeaves, features, 16 * widthOf(shape) * features],
      ...[8 * LevelNodeSlot.size * mostLeaves, 4 * features, 4 * features],
    ];
  }

  get place(): number {
    return this.#job.byteOffset;
  }

  /** The root is the only open node of the first level. */
  begin(job: Uint32Array, { limits, bounds }: LeafTree): void {
    this.#open[0] = 0;
    job[LeafWord.openNodes] = this.#open.byteOffset;
    job[LeafWord.nextNodes] = this.#next.byteOffset;
    job[LeafWord.levelAllowed] = this.#allowed.byteOffset;
    job[LeafWord.openCount] = 1;
    job[LeafWord.level] = 0;
    job[LeafWord.isLevelEmpty] = 0;
    this.#job[LevelSlot.l1] = limits.l1 ?? 0;
    this.#job[LevelSlot.l2] = limits.l2;
    this.#job[LevelSlot.lower] = bounds.lower;
    this.#job[LevelSlot.upper] = bounds.upper;
    this.#job[LevelSlot.minChildWeight] = limits.minChildWeight;
    this.#job[LevelSlot.minRowsLeaf] = limits.minRowsLeaf;
  }
}

/** Two splits are handled at once, so there is room for one more than there are. */
function widthOf({ binCounts }: LeafShape): number {
  return Math.max(...binCounts) + 1;
}
