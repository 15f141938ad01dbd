import type { Arena } from "./arena.ts";
import type { BinLimits } from "./bin-scans.ts";
import type { BinnedShape } from "./binned-layout.ts";
import type { BinnedRoom } from "./binned-room.ts";
import { LevelNodeSlot, LevelSlot } from "./generated/level-layout.ts";
import { TaskKind } from "./generated/tasks-layout.ts";
import type { StepRules } from "./newton-gain.ts";
import type { Pacer } from "./pacer.ts";
import type { Team } from "./team.ts";

/** A node of a level, and the histogram in which its cuts are looked at. */
export interface LevelNode {
  readonly histogram: number;
  readonly rows: number;
  readonly gradients: number;
  readonly hessians: number;
}

/** A cut of all nodes of a level. */
export interface LevelBinCut {
  readonly feature: number;
  /** The last bin on the left. */
  readonly bin: number;
  readonly missingLeft: boolean;
  /** In all nodes together, without the feature's factor. */
  readonly gain: number;
}

/** Nodes of a list of tasks. */
const NODES = 128;

/** Features of a task at the most: with as many nodes they take about a millisecond. */
const MOST_FEATURES = 16;

/** Room in an arena for what the cuts of a level gain, in the histograms of a room of bins. */
export class LevelRoom {
  readonly #job: Float64Array;
  readonly #nodes: Float64Array;
  readonly #gains: Float64Array;
  readonly #width: number;
  #features: readonly number[] = [];

  constructor(
    arena: Arena,
    private readonly team: Team,
    private readonly room: BinnedRoom,
    private readonly shape: BinnedShape,
  ) {
    const { binCounts } = shape;
    this.#width = widthOf(shape);
    this.#job = arena.float64(LevelSlot.size);
    this.#nodes = arena.float64(NODES * LevelNodeSlot.size);
    this.#gains = arena.float64(2 * this.#width * binCounts.length);
    const starts = arena.uint32(binCounts.length);
    const counts = arena.uint32(binCounts.length);
    counts.set(binCounts);
    starts.set(room.starts);
    this.#job[LevelSlot.slotStarts] = starts.byteOffset;
    this.#job[LevelSlot.binCounts] = counts.byteOffset;
    this.#job[LevelSlot.gains] = this.#gains.byteOffset;
    this.#job[LevelSlot.width] = this.#width;
    this.#job[LevelSlot.nodes] = this.#nodes.byteOffset;
  }

  static byteLengths(shape: BinnedShape): number[] {
    const features = shape.binCounts.length;
    const slots = [LevelSlot.size, NODES * LevelNodeSlot.size, 2 * widthOf(shape) * features];
    return [...slots.map((count) => 8 * count), 4 * features, 4 * features];
  }

  /** Begins a level, the cuts of which are on these features. */
  begin(features: readonly number[], limits: BinLimits, { lower, upper }: Pick<StepRules, "lower" | "upper">): void {
    this.#features = features;
    this.#gains.fill(0);
    this.#job[LevelSlot.l1] = limits.l1 ?? 0;
    this.#job[LevelSlot.l2] = limits.l2;
    this.#job[LevelSlot.lower] = lower;
    this.#job[LevelSlot.upper] = upper;
    this.#job[LevelSlot.minChildWeight] = limits.minChildWeight;
    this.#job[LevelSlot.minRowsLeaf] = limits.minRowsLeaf;
  }

  /** Adds what the cuts gain in each of these nodes. Their order matters to the last bit. */
  async add(nodes: readonly LevelNode[], pacer: Pacer): Promise<void> {
    const tasks = this.#tasks();
    for (let first = 0; first < nodes.length; first += NODES) {
      const some = nodes.slice(first, first + NODES);
      some.forEach((node, index) => {
        this.#setNode(index, node);
      });
      this.#job[LevelSlot.nodeCount] = some.length;
      const write = (task: number) => {
        this.team.set(TaskKind.addLevelGains, this.#job.byteOffset, tasks[task].from, tasks[task].to);
      };
      await this.team.run(tasks.length, write, pacer);
    }
  }

  /** The cut that gains the most; of equals that on the lowest feature, then at the lowest bin, then with missing values on the left. */
  best(): LevelBinCut | null {
    let best: LevelBinCut | null = null;
    let most = 0;
    for (const feature of this.#features) {
      const cut = this.#bestOn(feature);
      const gain = cut.gain * this.room.scans.gainFactors[feature];
      if (gain > most) [best, most] = [cut, gain];
    }
    return best;
  }

  #bestOn(feature: number): LevelBinCut {
    const left = 2 * this.#width * feature;
    const right = left + this.#width;
    let best = 0;
    let gain = 0;
    for (let bin = 0; bin < this.shape.binCounts[feature]; bin++) {
      const most = Math.max(this.#gains[left + bin], this.#gains[right + bin]);
      if (most > gain) [best, gain] = [bin, most];
    }
    return { feature, bin: best, missingLeft: this.#gains[left + best] === gain, gain };
  }

  #setNode(index: number, { histogram, rows, gradients: G, hessians: H }: LevelNode): void {
    const at = index * LevelNodeSlot.size;
    const l2 = this.#job[LevelSlot.l2];
    this.#nodes[at + LevelNodeSlot.histogram] = this.room.placeOf(histogram);
    this.#nodes[at + LevelNodeSlot.rowCounts] = this.room.countsOf(histogram);
    this.#nodes[at + LevelNodeSlot.rows] = rows;
    this.#nodes[at + LevelNodeSlot.gradients] = G;
    this.#nodes[at + LevelNodeSlot.hessians] = H;
    this.#nodes[at + LevelNodeSlot.nodeTerm] = l2 === 0 ? 0 : (G * G * l2) / ((H + l2) * (H + 2 * l2));
  }

  /** Runs of features, several for each thread. */
  #tasks(): { readonly from: number; readonly to: number }[] {
    const features = this.#features;
    const most = Math.min(MOST_FEATURES, Math.ceil(features.length / (8 * this.team.threads)));
    const tasks: { from: number; to: number }[] = [];
    for (const feature of features) {
      const last = tasks.at(-1);
      if (last?.to === feature && feature - last.from < most) last.to++;
      else tasks.push({ from: feature, to: feature + 1 });
    }
    return tasks;
  }
}

/** Two cuts are handled at once, so there is room for one more than there are. */
function widthOf({ binCounts }: BinnedShape): number {
  return Math.max(...binCounts) + 1;
}
