import * as cambium from "cambium";
import * as io from "cambium/io";
import * as predict from "cambium/predict";
import * as viz from "cambium/viz";
import * as workers from "cambium/workers";
import { expect, test } from "vitest";
import { declarationOf, exportedNames } from "../../scripts/generate/read-exports.mjs";
import { read } from "./support/read-pages.ts";

const manifest = JSON.parse(read("packages/cambium/package.json"));
const entries: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ".": cambium,
  "./io": io,
  "./predict": predict,
  "./viz": viz,
  "./workers": workers,
};

interface PublicName {
  readonly name: string;
  readonly isType: boolean;
  readonly entry: string;
  readonly declaredIn: string;
}

/** Every name of every entry, types too, with the file that declares it. */
const names: readonly PublicName[] = Object.keys(entries).flatMap((entry) => {
  const path = `packages/cambium/${manifest.exports[entry]["@cambium/source"].slice(2)}`;
  const exported: { name: string; isType: boolean }[] = exportedNames(path, read(path));
  return exported.map(({ name, isType }) => ({
    name,
    isType,
    entry,
    declaredIn: declarationOf(name, path, read).path,
  }));
});

test("every entry of the package is looked at, but the script of a worker, which exports nothing", () => {
  expect([...Object.keys(entries), "./worker"].sort()).toEqual(Object.keys(manifest.exports).sort());
  expect(exportedNames("packages/cambium/src/worker.ts", read("packages/cambium/src/worker.ts"))).toEqual([]);
  const values = names.filter(({ isType }) => !isType).map(({ entry, name }) => `${entry} ${name}`);
  const atHand = Object.entries(entries).flatMap(([entry, values]) =>
    Object.keys(values).map((name) => `${entry} ${name}`),
  );
  expect(values.sort()).toEqual(atHand.sort());
});

test("two exports of one name are one thing, in whatever entries they are", () => {
  const clashes = names.filter((a) => names.some((b) => a !== b && a.name === b.name && a.declaredIn !== b.declaredIn));
  expect(clashes).toEqual([]);
});

test("no two names differ in nothing but capitals, or in a kind that is added to one of them", () => {
  const plain = names.filter(({ isType }) => !isType).map(({ name }) => name);
  const pairs = plain.flatMap((name) =>
    ["Loss", "Metric", "Criterion", "Range"].map((kind) => [name, `${name}${kind}`] as const),
  );
  expect(pairs.filter(([, longer]) => plain.includes(longer))).toEqual([]);
  const lower = new Set(plain.map((name) => name.toLowerCase()));
  expect(lower.size).toBe(new Set(plain).size);
});

test("a metric, and what makes one, is in metrics alone, and a range in range alone", () => {
  const members = [...Object.values(cambium.metrics), ...Object.values(cambium.range)] as unknown[];
  const outside = Object.entries(entries).flatMap(([entry, values]) =>
    Object.entries(values)
      .filter(([, value]) => members.includes(value) || (typeof value === "function" && "better" in value))
      .map(([name]) => `${entry} ${name}`),
  );
  expect(outside).toEqual([]);
});

test("a name that is in metrics too is that of a loss whose mean the metric is, or of a criterion of the same deviance", () => {
  const shared = Object.keys(cambium.metrics).filter((name) => Object.hasOwn(cambium, name));
  // packages/losses/test/metrics-of-losses.test.ts computes that the metrics are the means of these losses.
  expect(shared.sort()).toEqual([
    "crossEntropy",
    "expectile",
    "fair",
    "huber",
    "poissonDeviance",
    "pseudoHuber",
    "quantile",
  ]);
  expect(Object.keys(cambium.metrics)).not.toContain("meanLoss");
});
