import type { Arena } from "../arena/arena.ts";
import type { Team } from "../arena/team.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import { TREE_CHUNK, TreePhase, TreeSlot } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { winsTieOf } from "../math/wins-tie.ts";
import { GrownNodes } from "./grown-nodes.ts";
import { TreeDesk } from "./tree-desk.ts";
import { strideOf, type TreeEntries } from "./tree-entries.ts";
import { TreeRoom } from "./tree-room.ts";
import type { OpenTreeNode, TreeShape, TreeTask } from "./tree-task.ts";

/** Desks for each thread: more share the work out more evenly. */
const DESKS = 12;

/** Entries of a subtree between two looks at what the others do: some 2 ms. */
const BUDGET = 1 << 19;

/** Finished nodes that wait at a desk: more than most subtrees have. */
const NODES = 512;

/** What is to be done on one node by several desks, each for some of the features. */
interface SharedNode {
  readonly open: OpenTreeNode;
  readonly desks: readonly TreeDesk[];
}

/** What hangs on a small node, and a desk takes to its leaves. */
interface Subtree {
  readonly root: OpenTreeNode;
  readonly desk: TreeDesk;
  readonly written: Float64Array[];
}

/**
 * Room in an arena for one tree at a time that a team of threads grows together. Large nodes are searched and parted by features,
 * all of a level at once; what hangs on a small one is a task of its own. The tree is that of `growTree`, to the bit: every
 * thread looks at whole features, and ties go by the features and not by who was first.
 */
export class SharedTrees {
  readonly #room: TreeRoom;
  readonly #desks: readonly TreeDesk[];
  readonly #scratch: Uint32Array;
  #grown = new GrownNodes(2);
  /** Nodes that have a number. */
  #made = 0;

  constructor(
    arena: Arena,
    private readonly team: Team,
    shape: TreeShape,
    entries: TreeEntries,
    /** Rows of the largest node that one thread takes to its leaves. */
    private readonly mostAlone = mostAloneOf(shape, team.threads),
  ) {
    this.#room = new TreeRoom(arena, shape, entries);
    this.#desks = Array.from(
      { length: DESKS * team.threads },
      () => new TreeDesk(arena, shape, { rows: mostAlone, nodes: NODES, queued: 0 }),
    );
    this.#scratch = arena.uint32(team.threads * strideOf(shape.rowCount));
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape, threads: number, mostAlone = mostAloneOf(shape, threads)): number[] {
    const desks = Array.from({ length: DESKS * threads }, () =>
      TreeDesk.byteLengths(shape, { rows: mostAlone, nodes: NODES, queued: 0 }),
    );
    return [...TreeRoom.byteLengths(shape), ...desks.flat(), 4 * threads * strideOf(shape.rowCount)];
  }

  /** As those of a `TreeRoom`. */
  get rows(): Uint32Array {
    return this.#room.rows;
  }

  /** Grows the tree of a task in which the features of a node do not depend on which of them are constant in it. */
  async grow(task: TreeTask, pacer: Pacer): Promise<GrownNodes> {
    const root = this.#room.begin(task);
    this.#grown = new GrownNodes(this.#room.width);
    this.#made = 1;
    for (const desk of this.#desks) desk.follow(this.#room.desk);
    if (this.#room.slots[TreeSlot.phase] === TreePhase.load) await this.#load(task.features.length, pacer);
    let level: OpenTreeNode[] = [root];
    const small: OpenTreeNode[] = [];
    while (level.length > 0) {
      const large = level.filter(({ count }) => count > this.mostAlone);
      small.push(...level.filter(({ count }) => count <= this.mostAlone));
      level = await this.#cutLevel(large, task, pacer);
    }
    await this.#finish(small, pacer);
    return this.#grown;
  }

  async #load(featureCount: number, pacer: Pacer): Promise<void> {
    const shares = sharesOf(featureCount, this.#desks.length);
    const write = (i: number) => this.team.set(TaskKind.loadShare, this.#desks[i].offset, ...shares[i]);
    await this.team.run(shares.length, write, pacer);
  }

  /** Cuts as many nodes at once as there are desks for; gives their children. */
  async #cutLevel(nodes: readonly OpenTreeNode[], task: TreeTask, pacer: Pacer): Promise<OpenTreeNode[]> {
    const each = Math.max(1, Math.min(task.features.length, Math.floor(this.#desks.length / nodes.length)));
    const most = Math.floor(this.#desks.length / each);
    const children: OpenTreeNode[] = [];
    for (let first = 0; first < nodes.length; first += most) {
      const some = nodes.slice(first, first + most).map((open, i) => ({
        open,
        desks: this.#desks.slice(i * each, (i + 1) * each),
      }));
      children.push(...(await this.#cutNodes(some, task, pacer)));
    }
    return children;
  }

  async #cutNodes(nodes: readonly SharedNode[], task: TreeTask, pacer: Pacer): Promise<OpenTreeNode[]> {
    for (const { open, desks } of nodes) desks[0].open(open);
    // Whether a node may be cut; one that may not is finished by that.
    await this.#runAll(
      TaskKind.growTree,
      nodes.map(({ desks }) => desks[0]),
      1,
      pacer,
    );
    for (const { desks } of nodes) this.#grown.add(desks[0].takeNodes());
    const searched = nodes.filter(({ desks }) => desks[0].slots[TreeSlot.phase] === TreePhase.search);
    for (const { desks } of searched) for (const desk of desks.slice(1)) desk.join(desks[0]);
    await this.#search(searched, pacer);
    const best = searched.map(({ open, desks }) => bestOf(desks, task, open.path));
    for (const desk of best) {
      desk.slots[TreeSlot.phase] = TreePhase.cut;
      desk.slots[TreeSlot.made] = this.#made;
      if (desk.isToBeCut) this.#made += 2;
    }
    await this.#runAll(TaskKind.growTree, best, 1, pacer);
    for (const desk of best) this.#grown.add(desk.takeNodes());
    const parted = best.filter((desk) => desk.slots[TreeSlot.phase] === TreePhase.part);
    await this.#part(parted, task, pacer);
    return best.flatMap((desk) => desk.takeOpen());
  }

  /** Every desk of a node searches its share of the features that are drawn for the node. */
  async #search(nodes: readonly SharedNode[], pacer: Pacer): Promise<void> {
    const tasks = nodes.flatMap(({ desks }) =>
      sharesOf(desks[0].slots[TreeSlot.candidates], desks.length).map((share, i) => ({ desk: desks[i], share })),
    );
    await this.#runShares(TaskKind.searchShare, tasks, pacer);
  }

  /** Parts the runs of all features. Several tasks read the job of the one desk of a node. */
  async #part(desks: readonly TreeDesk[], { features }: TreeTask, pacer: Pacer): Promise<void> {
    const each = Math.max(1, Math.floor(this.#desks.length / desks.length));
    const tasks = desks.flatMap((desk) => sharesOf(features.length, each).map((share) => ({ desk, share })));
    await this.#runShares(TaskKind.partShare, tasks, pacer);
  }

  async #runShares(
    kind: number,
    tasks: readonly { readonly desk: TreeDesk; readonly share: readonly [from: number, to: number] }[],
    pacer: Pacer,
  ): Promise<void> {
    const { byteOffset } = this.#scratch;
    await this.team.run(
      tasks.length,
      (i) => this.team.set(kind, tasks[i].desk.offset, ...tasks[i].share, byteOffset),
      pacer,
    );
  }

  async #runAll(kind: number, desks: readonly TreeDesk[], budget: number, pacer: Pacer): Promise<void> {
    await this.team.run(desks.length, (i) => this.team.set(kind, desks[i].offset, 0, budget), pacer);
  }

  /** Takes small nodes to their leaves, the largest first. */
  async #finish(nodes: readonly OpenTreeNode[], pacer: Pacer): Promise<void> {
    const waiting = [...nodes].sort((a, b) => a.count - b.count);
    const idle = [...this.#desks];
    let busy: Subtree[] = [];
    while (waiting.length > 0 || busy.length > 0) {
      const begun = waiting.splice(Math.max(0, waiting.length - idle.length));
      busy.push(...begun.map((root) => ({ root, desk: idle.pop() as TreeDesk, written: [] })));
      for (const { desk, root } of busy.slice(busy.length - begun.length)) desk.open({ ...root, id: 0 });
      // Tasks are taken from the end of the list.
      busy.sort((a, b) => a.root.count - b.root.count);
      const desks = busy.map(({ desk }) => desk);
      await this.#runAll(TaskKind.growTree, desks, BUDGET, pacer);
      const done = busy.filter((subtree) => this.#takeNodes(subtree));
      idle.push(...done.map(({ desk }) => desk));
      busy = busy.filter((subtree) => !done.includes(subtree));
    }
  }

  /** Takes what is written of a subtree, and the whole of it when it is done; returns whether it is. */
  #takeNodes({ desk, root, written }: Subtree): boolean {
    written.push(desk.takeNodes().slice());
    if (desk.slots[TreeSlot.phase] !== TreePhase.done) return false;
    const first = this.#made - 1;
    for (const nodes of written) this.#grown.add(nodes, (id) => (id === 0 ? root.id : first + id));
    this.#made += desk.slots[TreeSlot.made] - 1;
    return true;
  }
}

/** The desk with the best cut on its features. */
function bestOf(desks: readonly TreeDesk[], { tieKey }: TreeTask, path: number): TreeDesk {
  return desks.reduce((best, desk) => {
    const [gain, most] = [desk.slots[TreeSlot.gain], best.slots[TreeSlot.gain]];
    if (gain !== most || gain === 0) return gain > most ? desk : best;
    const [feature, rival] = [desk.slots[TreeSlot.feature], best.slots[TreeSlot.feature]];
    return winsTieOf(tieKey ?? -1, path, feature, rival) ? desk : best;
  });
}

/** Places 0 … count-1 in up to `most` shares. */
function sharesOf(count: number, most: number): [from: number, to: number][] {
  const shares = Math.min(count, most);
  return Array.from({ length: shares }, (_, i) => [
    Math.floor((i * count) / shares),
    Math.floor(((i + 1) * count) / shares),
  ]);
}

/** A run that is parted in several goes needs room that no other has, and such a node is no small task: one go has 32,768 rows. */
function mostAloneOf({ rowCount }: TreeShape, threads: number): number {
  return Math.max(1024, Math.min(TREE_CHUNK, Math.floor(rowCount / (8 * threads))));
}
