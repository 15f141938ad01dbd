import { FoundSlot } from "./generated/bins-layout.ts";

export interface BinCut {
  readonly feature: number;
  readonly gain: number;
  /** The last bin on the left, of sorted categories in their order; of one against the rest the one, or how many bins there are for all. */
  readonly bin: number;
  readonly missingLeft: boolean;
  /** Sums of the left child. */
  readonly gradients: number;
  readonly hessians: number;
  /** Of the node's rows that lack the feature. */
  readonly missingHessians: number;
}

/** The best cut of one node on each feature. To be read before the next scan. */
export class FoundCuts {
  constructor(
    private readonly found: Float64Array,
    private readonly start: number,
    readonly featureCount: number,
  ) {}

  gain(feature: number): number {
    return this.found[this.start + feature * FoundSlot.size + FoundSlot.gain];
  }

  cut(feature: number): BinCut {
    const { found } = this;
    const at = this.start + feature * FoundSlot.size;
    return {
      feature,
      gain: found[at + FoundSlot.gain],
      bin: found[at + FoundSlot.bin],
      missingLeft: found[at + FoundSlot.missingLeft] === 1,
      gradients: found[at + FoundSlot.leftGradients],
      hessians: found[at + FoundSlot.leftHessians],
      missingHessians: found[at + FoundSlot.missingHessians],
    };
  }
}
