/** What a kit found about one plug-in: a result per law, in the order in which the kit asks. */
export interface Report {
  /** `loss "logistic"`. */
  readonly subject: string;
  /** True when every law holds. */
  readonly passed: boolean;
  readonly results: readonly CheckResult[];
  /** The whole report as text: each law with its mark, each failure with what was expected, what came and where to look. */
  toString(): string;
}

/** What came of one law. */
export interface CheckResult {
  /** The law, as a sentence. */
  readonly law: string;
  readonly passed: boolean;
  /** What was expected, what came, and where to look; null where the law holds. */
  readonly failure: string | null;
}
