import type { Loss } from "@cambium/core";
import { listed } from "./evaluate.ts";
import type { Op } from "./expression-node.ts";
import { sigmoidOf, signOf, softplusOf } from "./lower.ts";
import { NodePool } from "./node-pool.ts";
import { programDerivatives } from "./program-derivatives.ts";

/** A number that a row's target and score come to. */
export interface Term {
  readonly place: number;
}

type One = (a: Term | number) => Term;
type Two = (a: Term | number, b: Term | number) => Term;

/** What derivatives are written with. Nothing is simplified: what is written is what is computed, in this order. */
export interface Terms {
  /** The target; of two classes, 0 or 1. */
  readonly y: Term;
  readonly s: Term;
  readonly neg: One;
  readonly abs: One;
  readonly sqrt: One;
  readonly exp: One;
  readonly log: One;
  readonly sign: One;
  /** log(1 + e^a). */
  readonly softplus: One;
  /** 1 / (1 + e^-a). */
  readonly sigmoid: One;
  readonly add: Two;
  readonly sub: Two;
  readonly mul: Two;
  readonly div: Two;
  readonly min: Two;
  readonly max: Two;
  /** a < b. */
  readonly lt: Two;
  /** a <= b. */
  readonly le: Two;
  where(condition: Term, a: Term | number, b: Term | number): Term;
}

/** What the derivatives of a loss are by its score. */
export interface WrittenDerivatives {
  readonly gradient: Term;
  readonly hessian: Term | number;
}

/**
 * The derivatives of a built-in loss, in one place for the kernels and for JavaScript. They are no text, as those of `defineLoss` are, for
 * the reader of texts would be in every bundle with such a loss.
 */
export function writeDerivatives(
  write: (terms: Terms) => WrittenDerivatives,
): Required<Pick<Loss, "kernel" | "derivatives">> {
  const pool = new NodePool();
  const placeOf = (term: Term | number) => (typeof term === "number" ? pool.number(term) : term.place);
  const { gradient, hessian } = write(termsOf(pool, placeOf));
  return programDerivatives(listed(pool, [placeOf(gradient), placeOf(hessian)]));
}

function termsOf(pool: NodePool, placeOf: (term: Term | number) => number): Terms {
  const made = (make: (place: number) => number) => (a: Term | number) => ({ place: make(placeOf(a)) });
  const op =
    (name: Op) =>
    (...args: (Term | number)[]) => ({ place: pool.add(name, args.map(placeOf)) });
  return {
    y: { place: pool.add("y") },
    s: { place: pool.add("s") },
    ...{ neg: op("neg"), abs: op("abs"), sqrt: op("sqrt"), exp: op("exp"), log: op("log") },
    sign: made((place) => signOf(pool, place)),
    softplus: made((place) => softplusOf(pool, place)),
    sigmoid: made((place) => sigmoidOf(pool, place)),
    ...{ add: op("add"), sub: op("sub"), mul: op("mul"), div: op("div"), min: op("min"), max: op("max") },
    ...{ lt: op("lt"), le: op("le"), where: op("where") },
  };
}
