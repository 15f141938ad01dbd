import { AT_ONCE } from "./waits-section.mjs";

/** A case of jobs on 500,000 × 20 that are watched; those of several classes have a table with seven of them, 100,000 × 54. */
export function waitsCase(title, jobs, { ofClasses = false } = {}) {
  const data = ofClasses
    ? { made: "forests-like", rows: 100_000, testRows: 20_000, features: 54, task: "classification", seed: 1 }
    : { rows: 500_000, testRows: 100_000, features: 20, task: "classification", seed: 1 };
  return {
    kind: "waits",
    title,
    data,
    work: { threads: 2 },
    // One turn runs the job nine times and aborts eight of these runs. The worst of them counts.
    rounds: 1,
    limitSeconds: 1200,
    rivals: jobs.map(({ job, isAtOnce }) => ({
      name: job,
      peer: "cambium-waits",
      work: { job },
      ...(isAtOnce && { note: AT_ONCE }),
    })),
    targets: [],
  };
}
