import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type BoostingOptions,
  type CartOptions,
  check,
  type EarlyStopping,
  integerFrom,
  type OptionRule,
  type OptionsOf,
  oneOf,
  option,
  required,
  withDefaults,
} from "../../src/index.ts";
import { someOf } from "../../src/util/option.ts";

const rules = {
  count: option(integerFrom(1), 3),
  order: option(oneOf("up", "down")),
  limit: option(integerFrom(0), null),
  name: required(check<string>("a name", (value) => typeof value === "string")),
};

describe("options that are declared", () => {
  it("have the types of their checks", () => {
    type Options = OptionsOf<typeof rules>;
    expectTypeOf<Options["count"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Options["order"]>().toEqualTypeOf<"up" | "down" | undefined>();
    expectTypeOf<Options["name"]>().toEqualTypeOf<string>();
    expectTypeOf<{ name: string }>().toExtend<Options>();
    expectTypeOf<{ count: number }>().not.toExtend<Options>();
    // @ts-expect-error The default is to be of the type of the check.
    option(integerFrom(1), "three");
    // @ts-expect-error The same of one of few words.
    option(oneOf("up", "down"), "left");
  });

  it("keep their types in learners", () => {
    expectTypeOf<BoostingOptions["growth"]>().toEqualTypeOf<"depth" | "leaf" | "symmetric" | undefined>();
    expectTypeOf<BoostingOptions["order"]>().toEqualTypeOf<1 | 2 | undefined>();
    expectTypeOf<BoostingOptions["missing"]>().toEqualTypeOf<"learn" | "error" | undefined>();
    expectTypeOf<CartOptions["missing"]>().toEqualTypeOf<"learn" | "error" | "surrogate" | undefined>();
    expectTypeOf<CartOptions["maxDepth"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<EarlyStopping["patience"]>().toEqualTypeOf<number>();
  });

  it("have their defaults where they are left out, and null is none", () => {
    const options = withDefaults(rules, { name: "a" });
    expect(options).toEqual({ count: 3, order: undefined, limit: undefined, name: "a" });
    expect(withDefaults(rules, { name: "a", count: 7, limit: 0, order: "up" })).toEqual({
      count: 7,
      order: "up",
      limit: 0,
      name: "a",
    });
    expectTypeOf(options.count).toEqualTypeOf<number>();
    expectTypeOf(options.order).toEqualTypeOf<"up" | "down" | undefined>();
    expectTypeOf(options.limit).toEqualTypeOf<number | undefined>();
    expectTypeOf(options.name).toEqualTypeOf<string>();
  });

  it("may be some of a group", () => {
    expect(someOf(rules, "limit", "count")).toEqual({ limit: rules.limit, count: rules.count });
    expectTypeOf(someOf(rules, "count")).toEqualTypeOf<{ count: OptionRule<number, 3> }>();
  });
});
