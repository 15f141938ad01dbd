import { median } from "./statistics.mjs";

/**
 * What two rivals have to show in a measure, or one in itself: how the aim is said, and how far from it they are. What is
 * reached may be at most the target.
 */
const MEASURES = {
  // By the rounds; the least times stand in the table beside it.
  time: { name: ({ against }) => against, reached: ratioByRound, shown: times },
  memory: {
    name: ({ against }) => `memory of ${against}`,
    reached: (own, other) => quotient(own.memory, other.memory),
    shown: times,
  },
  row: {
    reached: (own) => (own.wall === undefined ? undefined : (own.wall * 1e6) / own.data.testRows),
    shown: (microseconds) => `${microseconds.toFixed(2)} µs a row`,
  },
  p99: {
    reached: ({ p99Milliseconds }) => p99Milliseconds,
    shown: (milliseconds) => `${milliseconds.toFixed(1)} ms`,
  },
  derivatives: {
    reached: ({ derivativeShare }) => derivativeShare,
    shown: (share) => `${(100 * share).toFixed(1)} %`,
  },
  AUC: {
    reached: (own, other) => (own.auc === undefined || other.auc === undefined ? undefined : other.auc - own.auc),
    shown: (less) => `${Math.abs(less).toFixed(4)} ${less > 0 ? "below" : "above"}`,
  },
  RMSE: {
    reached: (own, other) => (own.rmse === undefined ? undefined : quotient(own.rmse - other.rmse, other.rmse)),
    shown: (more) => `${(100 * Math.abs(more)).toFixed(2)} % ${more > 0 ? "above" : "below"}`,
  },
};

/** The aim in a sentence, and what was measured, said to be met or missed. */
export function verdictOf(target, rows) {
  const { of, against, measure = "time", moonshot } = target;
  const { reached, shown } = MEASURES[measure];
  const [own, other] = [of, against].map((name) => rows.find((row) => row.name === name));
  const value = own === undefined || (against !== undefined && other === undefined) ? undefined : reached(own, other);
  if (value === undefined)
    return `${aimOf(target)} Not known: ${against === undefined ? "it" : "one of them"} has no ${measure}.`;
  const limit = target.target ?? target.within;
  return `${aimOf(target)} Measured: ${shown(value)}, ${wordFor(value, limit, moonshot)}.`;
}

function aimOf({ of, against, measure = "time", target, moonshot, within }) {
  const whose = of === "Cambium" ? "" : ` of ${of}`;
  if (measure === "AUC") return `Target${whose}: an AUC at most ${within} below that of ${against}.`;
  if (measure === "RMSE") return `Target${whose}: an RMSE at most ${100 * within} % above that of ${against}.`;
  if (measure === "row") {
    return `Target${whose}: ≤ ${target} µs a row${moonshot === undefined ? "" : `, moonshot ${moonshot} µs`}.`;
  }
  if (measure === "p99") return `Target${whose}: 99 of 100 other tasks of its thread wait ≤ ${target} ms.`;
  if (measure === "derivatives") return `Target${whose}: derivatives take ≤ ${100 * target} % of the rounds.`;
  const name = MEASURES[measure].name({ against });
  if (target === undefined) return `Moonshot${whose}: ≤ ${moonshot} × ${name}.`;
  return `Target${whose}: ≤ ${target} × ${name}${moonshot === undefined ? "" : `, moonshot ${moonshot} ×`}.`;
}

function wordFor(value, limit, moonshot) {
  if (moonshot !== undefined && value <= moonshot) return "moonshot reached";
  if (limit === undefined) return "not reached";
  return value <= limit ? "target met" : "**target missed**";
}

/** How the times of the same round compare, in the middle: in a minute a machine changes more than in the seconds between two turns. */
export function ratioByRound(own, other) {
  const ratios = [...(own?.byRound ?? [])].flatMap(([round, seconds]) =>
    other?.byRound?.has(round) ? [seconds / other.byRound.get(round)] : [],
  );
  return ratios.length === 0 ? undefined : median(ratios);
}

function quotient(a, b) {
  return a === undefined || b === undefined ? undefined : a / b;
}

function times(ratio) {
  return `${ratio.toFixed(ratio < 1 ? 2 : 3)} ×`;
}
