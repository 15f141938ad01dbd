import { describe, expect, it } from "vitest";
import * as losses from "../src/index.ts";

const { builtInLosses, defineLoss: _, ...factories } = losses;

describe("builtInLosses", () => {
  it("holds every loss of the package by the name that the models store", () => {
    expect(builtInLosses).toEqual(factories);
    for (const [name, factory] of Object.entries(builtInLosses)) expect(factory().spec.name).toBe(name);
  });
});
