import { featuresOfNode } from "../../splitter/features-of-node.ts";
import { ROOT_PATH } from "../../splitter/node-path.ts";
import type { TreeDraw } from "../../splitter/splitter.ts";
import { Purpose, randomBits } from "../../util/random.ts";

/** What chance decides in a tree of many: a function of the seed and of the tree's number. It may use `count` of the features. */
export function treeDraw(seed: number, tree: number, count: number, featureCount: number): TreeDraw {
  const key = randomBits(seed, Purpose.Tree, tree);
  if (count >= featureCount) return { key };
  const ofFeatures = { key: randomBits(seed, Purpose.TreeFeatures, tree) };
  return { key, features: featuresOfNode(ofFeatures, ROOT_PATH, count, featureCount, () => false) };
}
