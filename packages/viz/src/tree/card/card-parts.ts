/** A bar of no class. */
export const NEUTRAL = -1;
/** The line on which a number stands among the others. */
export const TRACK = -2;

/** What a card consists of. `open` parts are shown while the node shows its split, the others while it is a leaf. */
interface Part {
  readonly path: string;
  readonly open: boolean;
  readonly dx: number;
  readonly dy: number;
}

export interface BoxPart extends Part {
  readonly dx2: number;
  readonly dy2: number;
  /** The number of a class colour, or one of the two below. */
  readonly c: number;
}

export interface RulePart extends Part {
  readonly dx2: number;
  readonly dy2: number;
  readonly kind: "base" | "cut" | "mean";
}

export interface TextPart extends Part {
  readonly text: string;
  readonly kind: "title" | "count" | "value" | "note" | "low" | "high" | "name" | "missing";
}

export interface CardParts {
  readonly boxes: BoxPart[];
  readonly rules: RulePart[];
  readonly dots: Part[];
  /** Where the marked row stands. */
  readonly marked: Part[];
  readonly texts: TextPart[];
}

export function noParts(): CardParts {
  return { boxes: [], rules: [], dots: [], marked: [], texts: [] };
}
