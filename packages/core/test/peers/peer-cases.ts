import { readdirSync, readFileSync } from "node:fs";

/** What fixtures/generate writes: one case, with what the peer was asked and what it said. */
export interface PeerCase {
  /** The file's name without its ending. */
  readonly name: string;
  readonly kind: PeerKind;
  readonly peer: string;
  readonly call: string;
  readonly tolerances: Readonly<Record<string, Tolerance>>;
}

export interface Tolerance {
  readonly relative?: number;
  readonly absolute?: number;
  readonly standardErrors?: number;
  readonly ofRoot?: number;
  /** Why the two may differ so much. */
  readonly because: string;
}

export interface DataCase extends PeerCase {
  readonly data: { readonly set: string; readonly features: readonly string[]; readonly target: string };
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Parallel arrays, as the peers store their trees; a child of -1 marks a leaf. */
export interface PeerTree {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly feature: readonly number[];
  readonly missingLeft: readonly number[];
}

export const peerKinds = [
  "classification-tree",
  "regression-tree",
  "weighted-classification-tree",
  "weighted-regression-tree",
  "classification-tree-by-criterion",
  "regression-tree-by-criterion",
  "pruning-path",
  "importance",
  "permutation-importance",
  "boosted-trees",
  "weka-tree",
  "weka-errors",
  "binary-metrics",
  "class-metrics",
  "regression-metrics",
  "booster-metrics",
  "isotonic-curve",
  "isotonic-calibration",
  "rpart-tree",
  "adaboost",
  "seed-spread",
  "histogram-trees",
  "symmetric-trees",
  "split-spread",
  "made-spread",
  "loss-figures",
  "loss-class-figures",
  "loss-trees",
  "loss-spread",
  "exposure-spread",
] as const;

export type PeerKind = (typeof peerKinds)[number];

const folder = new URL("../../../../fixtures/peers/", import.meta.url);

/** Every case of these kinds that stands in fixtures/peers: a new file is a new test. */
export function peerCases<C extends PeerCase>(...kinds: readonly PeerKind[]): C[] {
  return allPeerCases().filter(({ kind }) => kinds.includes(kind)) as C[];
}

export function allPeerCases(): PeerCase[] {
  return readdirSync(folder)
    .sort()
    .flatMap((peer) =>
      readdirSync(new URL(`${peer}/`, folder))
        .sort()
        .map((file) => ({
          ...(JSON.parse(readFileSync(new URL(`${peer}/${file}`, folder), "utf8")) as PeerCase),
          name: file.replace(/\.json$/, ""),
        })),
    );
}

export function relative(peerCase: PeerCase, of: string): number {
  const value = peerCase.tolerances[of]?.relative;
  if (value === undefined) throw new Error(`${peerCase.name} has no relative tolerance for ${of}`);
  return value;
}

export function absolute(peerCase: PeerCase, of: string): number {
  const value = peerCase.tolerances[of]?.absolute;
  if (value === undefined) throw new Error(`${peerCase.name} has no absolute tolerance for ${of}`);
  return value;
}
