import { WalkNode, WalkTree, writeNoThreshold, writeThreshold } from "@cambium/kernels";
import { isLeaf, NodeKind, type Tree } from "../tree/tree.ts";
import { allRows } from "../util/ranges.ts";
import { type Turns, turnsOver } from "../util/turns.ts";
import { depthOf, heapOfNodes } from "./heap-of-nodes.ts";
import { type Addends, PackedColumns, type PackedTrees, packLists, type WordList } from "./packed-trees.ts";

/** A tree of more levels is a heap only if it fills at least half of it. */
const FULL_LEVELS = 8;

/** The kernels take three levels at once. */
const FEWEST_LEVELS = 3;

/** Whether the kernels can walk it: every node sends every row to one of two children by one feature. */
export function isPackable({ kind, sharesRows, surrogates }: Tree): boolean {
  return !sharesRows && surrogates === null && !kind.includes(NodeKind.Multiway);
}

/** Trees that are walked node by node (`layouts/walk.mjs` in the kernels). All of them must be packable. */
export function* packTrees(addends: Addends, wide: boolean): Turns<PackedTrees> {
  const { byScore, width, scoreCount } = addends;
  const packer = new TreePacker(width, wide);
  // Bitsets of a feature are equally long in all trees, so that a row's code has a bit in each.
  for (const { trees } of byScore) for (const { tree } of trees) packer.readCategories(tree);
  const lists = yield* packLists(addends, [WalkTree.nodes, WalkTree.values], (words, tree, numbers) =>
    packer.pack(words, tree, numbers),
  );
  const columns = packer.columns.all;
  for (const column of columns) column.given = column.first < 0 ? column.last : column.first;
  return { wide, width, scoreCount, columns, columnBytes: packer.columns.bytes, thresholds: null, lists };
}

class TreePacker {
  readonly columns: PackedColumns;

  constructor(
    private readonly width: number,
    private readonly wide: boolean,
  ) {
    this.columns = new PackedColumns(wide ? 8 : 4);
  }

  readCategories({ feature, kind, categoryWords, nodeCount }: Tree): void {
    for (let node = 0; node < nodeCount; node++) {
      if (kind[node] !== NodeKind.Categories) continue;
      const column = this.columns.of(feature[node]);
      column.codes = Math.max(column.codes, 32 * categoryWords[node], 1);
    }
  }

  *pack(words: WordList, tree: Tree, numbers: ArrayLike<number>): Turns<Int32Array> {
    const record = new Int32Array(WalkTree.size);
    const levels = Math.max(FEWEST_LEVELS, depthOf(tree));
    yield;
    const isFull = levels <= FULL_LEVELS || (levels < 31 && tree.nodeCount >= 1 << levels);
    if (isFull && !tree.kind.includes(NodeKind.Categories)) {
      record[WalkTree.levels] = levels;
      const exits = this.#heap(words, tree, levels, record);
      record[WalkTree.values] = words.addRows(exits, numbers, this.width);
    } else {
      yield* this.#list(words, tree, record);
      record[WalkTree.values] = words.addRows(allRows(tree.nodeCount), numbers, this.width);
    }
    return record;
  }

  /** Writes the full levels, and gives the node at each of their exits. */
  #heap(words: WordList, tree: Tree, levels: number, record: Int32Array): Uint32Array {
    const slots = 1 << levels;
    const size = this.wide ? 4 : 2;
    const at = words.take(slots * size);
    const nodes = heapOfNodes(tree, levels);
    for (let slot = 1; slot < slots; slot++) {
      this.#question(words, tree, nodes[slot], at + slot * size, size / 2);
    }
    record[WalkTree.nodes] = 4 * at;
    return nodes.subarray(slots);
  }

  /** Writes every node of the tree under its own number. */
  *#list(words: WordList, tree: Tree, record: Int32Array): Turns<void> {
    const nodesAt = words.take(WalkNode.size * tree.nodeCount);
    yield* turnsOver(tree.nodeCount, (start, end) => {
      for (let node = start; node < end; node++) {
        const at = nodesAt + WalkNode.size * node;
        if (tree.kind[node] === NodeKind.Categories) this.#categories(words, tree, node, at, nodesAt);
        else this.#question(words, tree, node, at, WalkNode.column);
        words.words[at + WalkNode.firstChild] = isLeaf(tree, node) ? node : tree.firstChild[node];
      }
    });
    record[WalkTree.nodes] = 4 * nodesAt;
  }

  /** The number, and `columnAt` words behind it the column. */
  #question(words: WordList, tree: Tree, node: number, at: number, columnAt: number): void {
    if (isLeaf(tree, node)) writeNoThreshold(words.words, at, this.wide);
    else {
      writeThreshold(words.words, at, tree.threshold[node], this.wide);
      words.words[at + columnAt] = this.columns.ofSide(tree.feature[node], tree.missingChild[node]);
    }
  }

  #categories(list: WordList, tree: Tree, node: number, at: number, nodesAt: number): void {
    const { codes } = this.columns.of(tree.feature[node]);
    const bitsAt = list.take((codes >> 5) + 2);
    const { words } = list;
    const start = tree.categoryStart[node];
    for (let word = 0; word <= codes >> 5; word++) {
      const second = word < tree.categoryWords[node] ? ~tree.categories[start + word] : -1;
      words[bitsAt + word] |= second << 1;
      words[bitsAt + word + 1] |= second >>> 31;
    }
    words[bitsAt] |= tree.missingChild[node];
    words[at + WalkNode.number] = 4 * (bitsAt - nodesAt);
    words[at + WalkNode.column] = this.columns.ofSide(tree.feature[node], 0) + 1;
  }
}
