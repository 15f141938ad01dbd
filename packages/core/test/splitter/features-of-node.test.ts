import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawFeatures } from "../../src/splitter/features-of-node.ts";
import { childPath, ROOT_PATH } from "../../src/splitter/node-path.ts";
import type { TreeDraw } from "../../src/splitter/splitter.ts";

const never = () => false;

/** The features of a node, of those that its tree may use. */
function featuresOfNode(
  draw: TreeDraw,
  path: number,
  count: number,
  all: number,
  isConstant: (feature: number) => boolean,
) {
  return drawFeatures(draw.features ?? [...Array(all).keys()], count, isConstant, draw.key, path);
}

describe("drawFeatures", () => {
  it("draws as many different features as asked, in ascending order, of those that the tree may use", () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.uniqueArray(fc.nat(19)), fc.integer({ min: 1, max: 25 }), (...drawn) => {
        const [key, path, list, count] = drawn;
        const features = list.sort((a, b) => a - b);
        const found = featuresOfNode({ key, features }, path, count, 20, never);
        expect(found).toEqual(features.filter((feature) => found.includes(feature)));
        expect(found.length).toBe(Math.min(count, features.length));
      }),
    );
  });

  it("draws another feature in the place of one that is constant, and keeps the rest", () => {
    for (let key = 0; key < 50; key++) {
      const before = featuresOfNode({ key }, ROOT_PATH, 3, 10, never);
      const [constant] = before;
      const after = featuresOfNode({ key }, ROOT_PATH, 3, 10, (feature) => feature === constant);
      expect(after).toHaveLength(3);
      expect(after).not.toContain(constant);
      expect(after).toEqual(expect.arrayContaining(before.slice(1)));
    }
  });

  it("draws every feature equally often, in trees as in nodes", () => {
    for (const drawOf of [(i: number) => [i, ROOT_PATH], (i: number) => [7, childPath(i, i % 2)]]) {
      const counts = new Array<number>(8).fill(0);
      for (let i = 0; i < 8000; i++) {
        const [key, path] = drawOf(i);
        for (const feature of featuresOfNode({ key }, path, 2, 8, never)) counts[feature]++;
      }
      // 2,000 each by chance, give or take 39; the limit is five times that.
      expect(Math.max(...counts.map((count) => Math.abs(count - 2000)))).toBeLessThan(195);
    }
  });
});

describe("childPath", () => {
  it("gives the nodes of a tree different paths", () => {
    let level = [ROOT_PATH];
    const seen = new Set(level);
    for (let depth = 0; depth < 10; depth++) {
      level = level.flatMap((path) => [childPath(path, 0), childPath(path, 1)]);
      for (const path of level) seen.add(path);
    }
    expect(seen.size).toBe(2 ** 11 - 1);
  });
});
