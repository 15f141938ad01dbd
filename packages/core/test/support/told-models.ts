import type { ClassPredictor, NumberPredictor } from "../../src/index.ts";
import { toTable } from "../../src/table/to-table.ts";

/** A model that predicts what stands in a column of the table. */
export function toldNumbers(column = "told"): NumberPredictor {
  return {
    task: "regression",
    target: "y",
    predict: (table) => Float64Array.from(toTable(table as never).column(column) as ArrayLike<number>),
  };
}

/** A model whose probabilities stand in the columns p0, p1 and so on. */
export function toldClasses(classes: readonly string[], cost: ClassPredictor["cost"] = null): ClassPredictor {
  const predictProbability: ClassPredictor["predictProbability"] = (given) => {
    const table = toTable(given as never);
    const columns = classes.map((_, k) => table.column(`p${k}`) as ArrayLike<number>);
    return Float64Array.from({ length: table.rowCount * classes.length }, (_, i) => {
      return columns[i % classes.length][Math.floor(i / classes.length)];
    });
  };
  const predict: ClassPredictor["predict"] = (given) => {
    const shares = predictProbability(given);
    return Array.from({ length: shares.length / classes.length }, (_, row) => {
      const own = Array.from(shares.subarray(row * classes.length, (row + 1) * classes.length));
      return classes[own.indexOf(Math.max(...own))];
    });
  };
  return { task: "classification", target: "y", classes, cost, predict, predictProbability };
}

/** Probabilities, row after row, as columns, with the classes as the target. */
export function tableOfShares(shares: ArrayLike<number>, classes: readonly string[], codes?: ArrayLike<number>) {
  const width = classes.length;
  const rows = shares.length / width;
  const columns = classes.map((_, k) => [`p${k}`, Array.from({ length: rows }, (__, row) => shares[row * width + k])]);
  return {
    ...(Object.fromEntries(columns) as Record<string, number[]>),
    ...(codes && { y: Array.from(codes, (code) => classes[code]) }),
  };
}
