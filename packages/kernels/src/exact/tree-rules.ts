import type { Arena } from "../arena/arena.ts";
import { TreeSlot } from "../generated/tree-layout.ts";
import type { TreeShape } from "./tree-task.ts";

/** The 64-bit words that have a bit for each feature; none where all features may stand together. */
export function groupWords({ categories, groups }: TreeShape): number {
  return groups === undefined ? 0 : Math.ceil(categories.length / 64);
}

/** The sizes in bytes of all that `placeRules` takes from the arena. */
export function rulesBytes(shape: TreeShape): number[] {
  const { length } = shape.categories;
  const groups = groupWords(shape) * (shape.groups?.length ?? 0);
  return [shape.monotone ? length : 0, shape.gainFactors ? 8 * length : 0, 8 * groups];
}

/** Puts what holds for single features into the memory, and tells the kernel where it is. */
export function placeRules(arena: Arena, shape: TreeShape, slots: Float64Array): void {
  const { monotone, gainFactors, groups = [] } = shape;
  const directions = arena.uint8(monotone?.length ?? 0);
  const factors = arena.float64(gainFactors?.length ?? 0);
  const words = groupWords(shape);
  const bits = arena.uint32(2 * words * groups.length);
  if (monotone !== undefined) directions.set(monotone);
  if (gainFactors !== undefined) factors.set(gainFactors);
  for (const [group, features] of groups.entries()) {
    for (const feature of features) bits[2 * words * group + (feature >>> 5)] |= 1 << (feature & 31);
  }
  slots[TreeSlot.monotone] = monotone === undefined ? 0 : directions.byteOffset;
  slots[TreeSlot.gainFactors] = gainFactors === undefined ? 0 : factors.byteOffset;
  slots[TreeSlot.groups] = bits.byteOffset;
  slots[TreeSlot.groupCount] = groups.length;
  slots[TreeSlot.groupWords] = words;
}
