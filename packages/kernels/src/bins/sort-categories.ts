import { SortScratch } from "../generated/bins-layout.ts";

/** Bytes of the scratch in which the categories of a feature are sorted. */
export function sortBytes(binCount: number): number {
  return SortScratch.size * (binCount + 1);
}
