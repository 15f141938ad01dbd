import type { Arena } from "../arena/arena.ts";
import type { Team } from "../arena/team.ts";
import { TaskKind } from "../generated/tasks-layout.ts";
import { OpenSlot, TREE_CHUNK, TreePhase, TreeSlot } from "../generated/tree-layout.ts";
import type { Pacer } from "../host/pacer.ts";
import { addNodes, type GrownNodes, roomForNodes } from "./grown-nodes.ts";
import { TreeDesk } from "./tree-desk.ts";
import { strideOf, type TreeEntries } from "./tree-entries.ts";
import { TreeRoom } from "./tree-room.ts";
import type { TreeShape, TreeTask } from "./tree-task.ts";

/** Desks for each thread: more share the work out more evenly. */
const DESKS = 12;

/** Entries of a subtree between two looks at what the others do: some 2 ms. */
const BUDGET = 1 << 19;

/** What a desk is to do: its share of a list of features, or in place of that a budget. */
type DeskTask = readonly [desk: TreeDesk, from: number, to: number];

/** What hangs on a small node, and a desk takes to its leaves. */
interface Subtree {
  readonly root: Float64Array;
  readonly desk: TreeDesk;
  readonly written: Float64Array[];
}

/** Finished nodes as a kernel wrote them, and the numbers that `addNodes` gives them. */
type Chunk = readonly [written: Float64Array, root: number, first: number];

/**
 * Room in an arena for one tree at a time that a team of threads grows together. Large nodes are searched and parted by features,
 * all of a level at once; what hangs on a small one is a task of its own. The tree is that of `growTree`, to the bit: every
 * thread looks at whole features, and ties go by the features and not by who was first.
 */
export class SharedTrees {
  readonly #room: TreeRoom;
  readonly #desks: readonly TreeDesk[];
  readonly #scratch: Uint32Array;
  #chunks: Chunk[] = [];
  /** Nodes that have a number. */
  #made = 0;

  constructor(
    private readonly arena: Arena,
    private readonly team: Team,
    shape: TreeShape,
    entries: TreeEntries,
    /** Rows of the largest node that one thread takes to its leaves. */
    private readonly mostAlone = mostAloneOf(shape, team.threads),
  ) {
    this.#room = new TreeRoom(arena, shape, entries);
    this.#desks = Array.from({ length: DESKS * team.threads }, () => new TreeDesk(arena, shape, mostAlone));
    this.#scratch = arena.uint32(team.threads * strideOf(shape.rowCount));
  }

  /** The sizes in bytes of all that the constructor takes from the arena. */
  static byteLengths(shape: TreeShape, threads: number, mostAlone = mostAloneOf(shape, threads)): number[] {
    const desks = Array.from({ length: DESKS * threads }, () => TreeDesk.byteLengths(shape, mostAlone));
    return [...TreeRoom.byteLengths(shape), ...desks.flat(), 4 * threads * strideOf(shape.rowCount)];
  }

  /** As those of a `TreeRoom`. */
  get rows(): Uint32Array {
    return this.#room.rows;
  }

  /** Grows the tree of a task in which the features of a node do not depend on which of them are constant in it. */
  async grow(task: TreeTask, pacer: Pacer): Promise<GrownNodes> {
    let level = [this.#room.begin(task)];
    const small: Float64Array[] = [];
    this.#chunks = [];
    this.#made = 1;
    for (const desk of this.#desks) desk.follow(this.#room);
    if (this.#room.slots[TreeSlot.phase] === TreePhase.load) {
      const shares = sharesOf(task.features.length, this.#desks.length);
      const tasks = shares.map((share, i): DeskTask => [this.#desks[i], ...share]);
      await this.#run(TaskKind.loadShare, tasks, pacer);
    }
    while (level.length > 0) {
      const large = level.filter((node) => node[OpenSlot.count] > this.mostAlone);
      small.push(...level.filter((node) => node[OpenSlot.count] <= this.mostAlone));
      level = await this.#splitLevel(large, task, pacer);
    }
    await this.#finish(small, pacer);
    const grown = roomForNodes(this.#made, this.#room.width);
    for (const chunk of this.#chunks) {
      addNodes(grown, ...chunk);
      if (pacer.due()) await pacer.pause();
    }
    return grown;
  }

  /** Splits as many nodes at once as there are desks for; gives their children. */
  async #splitLevel(nodes: readonly Float64Array[], task: TreeTask, pacer: Pacer): Promise<Float64Array[]> {
    const each = Math.max(1, Math.min(task.features.length, Math.floor(this.#desks.length / nodes.length)));
    const most = Math.floor(this.#desks.length / each);
    const children: Float64Array[] = [];
    for (let first = 0; first < nodes.length; first += most) {
      const teams = nodes.slice(first, first + most).map((node, i) => {
        const desks = this.#desks.slice(i * each, (i + 1) * each);
        desks[0].open(node);
        return desks;
      });
      children.push(...(await this.#splitNodes(teams, task, pacer)));
    }
    return children;
  }

  /** Several desks work on each node: the first of them has opened it. */
  async #splitNodes(teams: readonly TreeDesk[][], task: TreeTask, pacer: Pacer): Promise<Float64Array[]> {
    const featureCount = task.features.length;
    // Whether a node may be split; one that may not is finished by that.
    const opened = teams.map(([desk]) => desk);
    await this.#growAll(opened, pacer);
    const searched = teams.filter(([desk]) => desk.slots[TreeSlot.phase] === TreePhase.search);
    const searches = searched.flatMap((desks) => {
      for (const desk of desks.slice(1)) desk.join(desks[0]);
      const shares = sharesOf(desks[0].slots[TreeSlot.candidates], desks.length);
      return shares.map((share, i): DeskTask => [desks[i], ...share]);
    });
    await this.#run(TaskKind.searchShare, searches, pacer);
    const best = searched.map((desks) => this.#bestOf(desks, task.tieKey ?? -1));
    for (const desk of best) {
      desk.slots[TreeSlot.phase] = TreePhase.cut;
      desk.slots[TreeSlot.made] = this.#made;
      if (desk.isToBeCut) this.#made += 2;
    }
    await this.#growAll(best, pacer);
    const parted = best.filter((desk) => desk.slots[TreeSlot.phase] === TreePhase.part);
    const each = Math.max(1, Math.floor(this.#desks.length / parted.length));
    // Several tasks read the job of the one desk of a node.
    const parts = parted.flatMap((desk) => sharesOf(featureCount, each).map((share): DeskTask => [desk, ...share]));
    await this.#run(TaskKind.partShare, parts, pacer);
    return best.flatMap((desk) => desk.takeOpen());
  }

  /** Has each desk take its next step, and takes the nodes that are finished by it. */
  async #growAll(desks: readonly TreeDesk[], pacer: Pacer): Promise<void> {
    const tasks = desks.map((desk): DeskTask => [desk, 0, 1]);
    await this.#run(TaskKind.growTree, tasks, pacer);
    for (const desk of desks) this.#chunks.push([desk.takeNodes(), 0, 0]);
  }

  async #run(kind: number, tasks: readonly DeskTask[], pacer: Pacer): Promise<void> {
    const write = (i: number) => {
      const [desk, from, to] = tasks[i];
      this.team.set(kind, desk.slots.byteOffset, from, to, this.#scratch.byteOffset);
    };
    await this.team.run(tasks.length, write, pacer);
  }

  /** The desk with the best split on its features. */
  #bestOf(desks: readonly TreeDesk[], tieKey: number): TreeDesk {
    return desks.reduce((best, desk) => {
      const [gain, most] = [desk.slots[TreeSlot.gain], best.slots[TreeSlot.gain]];
      if (gain !== most || gain === 0) return gain > most ? desk : best;
      const [feature, rival] = [desk.slots[TreeSlot.feature], best.slots[TreeSlot.feature]];
      return this.arena.loops.winsTieOf(tieKey, desk.slots[TreeSlot.path], feature, rival) ? desk : best;
    });
  }

  /** Takes small nodes to their leaves, the largest first. */
  async #finish(nodes: readonly Float64Array[], pacer: Pacer): Promise<void> {
    const waiting = [...nodes].sort((a, b) => a[OpenSlot.count] - b[OpenSlot.count]);
    const idle = [...this.#desks];
    let busy: Subtree[] = [];
    while (waiting.length > 0 || busy.length > 0) {
      for (const root of waiting.splice(Math.max(0, waiting.length - idle.length))) {
        const desk = idle.pop() as TreeDesk;
        desk.open(root, 0);
        busy.push({ root, desk, written: [] });
      }
      // Tasks are taken from the end of the list.
      busy.sort((a, b) => a.root[OpenSlot.count] - b.root[OpenSlot.count]);
      const tasks = busy.map(({ desk }): DeskTask => [desk, 0, BUDGET]);
      await this.#run(TaskKind.growTree, tasks, pacer);
      for (const { desk, written } of busy) written.push(desk.takeNodes());
      const isDone = ({ desk }: Subtree) => desk.slots[TreeSlot.phase] === TreePhase.done;
      for (const { desk, root, written } of busy.filter(isDone)) {
        for (const nodes of written) this.#chunks.push([nodes, root[OpenSlot.id], this.#made - 1]);
        this.#made += desk.slots[TreeSlot.made] - 1;
        idle.push(desk);
      }
      busy = busy.filter((subtree) => !isDone(subtree));
    }
  }
}

/** Places 0 … count-1 in up to `most` shares. */
function sharesOf(count: number, most: number): [from: number, to: number][] {
  const shares = Math.min(count, most);
  return Array.from({ length: shares }, (_, i) => [
    Math.floor((i * count) / shares),
    Math.floor(((i + 1) * count) / shares),
  ]);
}

/** Nodes so large that they would hold a thread for long are shared by all. */
function mostAloneOf({ rowCount }: TreeShape, threads: number): number {
  return Math.max(1024, Math.min(TREE_CHUNK, Math.floor(rowCount / (8 * threads))));
}
