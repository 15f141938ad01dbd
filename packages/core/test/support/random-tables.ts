import fc from "fast-check";

/** A small table, with all that it takes to search its best split by hand. */
export interface SmallTable {
  readonly columns: Readonly<Record<string, readonly (number | string | null)[]>>;
  readonly target: readonly (number | string)[];
  readonly weights: readonly number[] | null;
}

const smallNumber = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);

/** Up to eight categories, so that all of their partitions can be tried. */
const category = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h") },
  { weight: 1, arbitrary: fc.constant(null) },
);

const target = {
  numbers: fc.integer({ min: -9, max: 9 }),
  twoClasses: fc.constantFrom("no", "yes"),
  threeClasses: fc.constantFrom("x", "y", "z"),
};

export type TargetKind = keyof typeof target;

export function smallTables(
  kind: TargetKind,
  options: { readonly weighted: boolean; readonly rows?: number } = { weighted: true },
): fc.Arbitrary<SmallTable> {
  return fc.integer({ min: 1, max: options.rows ?? 14 }).chain((count) => {
    const of = <T>(value: fc.Arbitrary<T>) => fc.array(value, { minLength: count, maxLength: count });
    const weights = of(fc.integer({ min: 0, max: 3 })).filter((all) => all.some((weight) => weight > 0));
    return fc.record({
      columns: fc.record({ n: of(smallNumber), m: of(smallNumber), c: of(category) }),
      target: of<number | string>(target[kind]),
      weights: options.weighted ? fc.option(weights) : fc.constant(null),
    });
  });
}

/** The arguments of `fit` for such a table. */
export function fitArguments({ columns, target: y, weights }: SmallTable) {
  return [
    { ...columns, y },
    { target: "y", ...(weights && { weight: weights }) },
  ] as const;
}
