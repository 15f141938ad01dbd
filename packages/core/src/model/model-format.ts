import { damagedFile, type FileKind } from "../file/file-kind.ts";
import type { CambiumError } from "../util/cambium-error.ts";

/*
 * A model file is a container of `file/file-kind.ts` with these sections, in this order. "List" is the number of its entries, u32,
 * and then the entries; each array and each text is padded with zeros to 8 bytes. Of what is said "by tree" the numbers of the first
 * tree stand first, and so on.
 *
 *   head  JSON, as a list of bytes: who made the model, what it predicts and from what, and how many scores it has
 *   offs  JSON: the columns of the offset; only where there are some
 *   cost  JSON: what errors cost; only where they do not cost the same
 *   path  JSON: the pruning path; only where there is one
 *   init  the initial scores, f64
 *   comb  JSON: how trees are combined, and the list of their weights, f64; only where their values are not just added up
 *   tree  the list of the impurities of the roots, f64; the number of nodes of each tree, u32; by tree the arrays of `nodeArrays` in `saved-trees.ts`
 *   cats  only where a tree parts categories: the number of words of each tree, u32; by tree that has any those of `categoryArrays`, and the words
 *   vals  the width of the values, u32; by tree the values of its nodes, f64; or in its place
 *   spar  those values that are not 0, as `saved-trees.ts` describes them, and as a loaded model keeps them
 *   surr  only where there are surrogates: their number by tree, u32; the words of their categories, u32; by tree `surrogateArrays`
 *   curv  JSON: the stretches of the learning curve, and their figures, f64; only where something was measured
 *
 * Equal models have equal bytes: nothing in them depends on time, machine or thread.
 */
export const MODEL_FILE: FileKind = {
  magic: "CAMB",
  noun: "model",
  reader: "loadModel",
  bad: "bad-model",
  newer: "newer-model",
  remake: "fit the model again",
  sections: {
    head: 1,
    offs: 1,
    cost: 1,
    path: 1,
    init: 1,
    comb: 1,
    tree: 1,
    cats: 1,
    vals: 1,
    spar: 1,
    surr: 1,
    curv: 1,
  },
};

/** What is wrong with the bytes of a model. */
export function damagedModel(what: string): CambiumError {
  return damagedFile(MODEL_FILE, what);
}
