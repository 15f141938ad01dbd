import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  classificationFamilies,
  classificationMetrics,
  moreClassificationMetrics,
} from "../../src/metric/class-metrics.ts";
import { ClassOutcome } from "../../src/metric/class-outcome.ts";
import { metricFor } from "../../src/metric/metric-for.ts";
import { moreRegressionMetrics, regressionFamilies, regressionMetrics } from "../../src/metric/number-metrics.ts";
import { allPeerCases, type PeerCase, peerCases, relative } from "./peer-cases.ts";

interface BoosterCase extends PeerCase {
  readonly task: "classification" | "regression";
  readonly given: {
    readonly actual: readonly number[];
    readonly predicted?: readonly number[];
    readonly probability?: readonly number[];
    readonly classCount?: number;
    readonly weights?: readonly number[];
  };
  readonly outputs: Readonly<Record<string, number>>;
}

/** A row of the table in the reference: our name without what follows an @, and those of others. */
interface MetricRow {
  readonly task: BoosterCase["task"];
  readonly name: string;
  readonly hasNumber: boolean;
  readonly better: string;
  readonly cells: Readonly<Record<string, string>>;
}

const page = readFileSync(new URL("../../../../docs/reference/metrics.md", import.meta.url), "utf8");
const rows = [...rowsOf("regression", "Of numbers"), ...rowsOf("classification", "Of classes")];

function rowsOf(task: MetricRow["task"], title: string): MetricRow[] {
  const section = page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/^\| `([^`@]+)(@\w+)?` \| (\w+) \|(.*)\|(.*)\|(.*)\|$/gm)].map(
    ([, name, number, better, xgboost, lightgbm, sklearn]) => ({
      task,
      name,
      hasNumber: number !== undefined,
      better,
      cells: { xgboost, lightgbm, "scikit-learn": sklearn },
    }),
  );
}

/** What a case tells of a row, and whether the peer's figure is what is missing to 1. */
function toldBy(peerCase: BoosterCase, row: MetricRow) {
  const { peer, task, outputs } = peerCase;
  if (row.task !== task) return [];
  const others = otherFigures(peerCase);
  const cell = row.cells[peer.replace(/-[\d.]+$/, "")];
  return [...cell.matchAll(/(1 − )?`([^`]+)`/g)].flatMap(([, complement, theirs]) =>
    Object.entries(outputs)
      .filter(([output]) => output.split("@")[0] === theirs && !others.includes(output))
      .filter(([output]) => output.includes("@") === row.hasNumber)
      .map(([output, value]) => ({
        ours: row.hasNumber ? `${row.name}@${output.split("@")[1]}` : row.name,
        theirs: output,
        expected: complement === undefined ? value : 1 - value,
      })),
  );
}

function outcomeOf({ task, given }: BoosterCase) {
  const { actual, predicted = [], classCount = 2, probability } = given;
  const weights = given.weights ? Float64Array.from(given.weights) : null;
  if (task === "regression") {
    return { predicted: Float64Array.from(predicted), actual: Float64Array.from(actual), weights };
  }
  const shares = probability ?? predicted.flatMap((second) => [1 - second, second]);
  return new ClassOutcome(Float64Array.from(shares), Int32Array.from(actual), classCount, weights);
}

/** Figures by a name that people may take for ours: the page tells of each. */
function otherFigures({ peer, given }: BoosterCase): readonly string[] {
  if (peer.startsWith("lightgbm")) return ["l2", "mape", "poisson", "gamma_deviance"];
  return given.classCount === undefined ? ["aucpr"] : ["auc"];
}

test("the table lists every metric, and which way each is better", () => {
  const listed = (task: MetricRow["task"]) => rows.filter((row) => row.task === task).map(({ name }) => name);
  const named = (...tables: readonly object[]) => tables.flatMap((table) => Object.keys(table));
  expect(listed("regression")).toEqual(named(regressionMetrics, moreRegressionMetrics, regressionFamilies));
  expect(listed("classification")).toEqual(
    named(classificationMetrics, moreClassificationMetrics, classificationFamilies),
  );
  const families = { ...regressionFamilies, ...classificationFamilies };
  for (const { task, name, better } of rows) {
    const full = Object.hasOwn(families, name) ? `${name}@${task === "regression" ? 1.5 : 1}` : name;
    const inRange = name === "quantile" || name === "expectile" ? `${name}@0.5` : full;
    expect(metricFor("test", task, inRange).better, name).toBe(better);
  }
});

test("scikit-learn computes what the table says that it calls so", () => {
  const known = allPeerCases()
    .filter(({ peer }) => peer.startsWith("scikit-learn"))
    .flatMap((each) => Object.keys((each as BoosterCase).outputs ?? {}).map((output) => output.split("@")[0]));
  const told = rows.flatMap(({ cells }) => [...cells["scikit-learn"].matchAll(/`([^`]+)`/g)].map(([, name]) => name));
  expect(told.filter((name) => !known.includes(name))).toEqual([]);
});

describe.each(peerCases<BoosterCase>("booster-metrics"))("$peer, $name", (peerCase) => {
  const outcome = outcomeOf(peerCase);
  const told = rows.flatMap((row) => toldBy(peerCase, row));

  test("tells nothing that the table has no place for", () => {
    const left = Object.keys(peerCase.outputs).filter((output) => !told.some(({ theirs }) => theirs === output));
    expect(left.filter((output) => !otherFigures(peerCase).includes(output))).toEqual([]);
    for (const output of left) expect(page).toContain(`\`${output}\``);
  });

  test.each(told)("$theirs is $ours", ({ ours, expected }) => {
    const value = metricFor("test", peerCase.task, ours).of(outcome as never);
    expect(Math.abs(value - expected)).toBeLessThanOrEqual(
      relative(peerCase, "metric") * Math.max(1, Math.abs(expected)),
    );
  });
});
