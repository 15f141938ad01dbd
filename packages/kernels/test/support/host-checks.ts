import { configureKernels, exp, log } from "../../src/index.ts";
import { scanColumn } from "./scan-column.ts";

/** Figures whose bits must be the same in every host: a digest of `exp` and `log`, and both scans on each engine. */
export async function hostChecks(): Promise<{ functions: string; engines: string[]; scans: string[] }> {
  const engines: string[] = [];
  const scans: string[] = [];
  for (const module of [undefined, null]) {
    configureKernels(module === null ? { module } : {});
    for (const classes of [0, 3]) {
      const column = columnOf(5000, classes);
      const { engine, ...cut } = await scanColumn(column, {
        loop: classes === 0 ? "newton" : "gini",
        l2: classes === 0 ? 0.7 : 0,
      });
      engines.push(engine);
      scans.push(JSON.stringify(cut));
    }
  }
  configureKernels({});
  return { functions: digestOfFunctions(), engines, scans };
}

/** FNV-1a over the bits of 20,000 results. */
export function digestOfFunctions(): string {
  const results = new Float64Array(20_000);
  for (let step = 0; step < 10_000; step++) {
    results[step] = exp((step - 5000) * 0.1421);
    results[10_000 + step] = log((step + 1) * 0.00317);
  }
  let hash = 0x811c9dc5;
  for (const byte of new Uint8Array(results.buffer)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16);
}

/** Every seventh value is missing; statistics on a grid of 1/1024. */
function columnOf(rows: number, classes: number) {
  const place = Array.from({ length: rows }, (_, row) => (row * 2654435761) % rows);
  const values = place.map((at, row) => (row % 7 === 3 ? Number.NaN : Math.floor(at / 3)));
  const order = values.map((_, row) => row);
  order.sort(
    (a, b) => (Number.isNaN(values[a]) ? rows : values[a]) - (Number.isNaN(values[b]) ? rows : values[b]) || a - b,
  );
  const signal = place.map((at, row) =>
    classes === 0 ? ((at % 2047) - 1023 + (row % 5)) / 1024 : (at >> 8) % classes,
  );
  const weights = place.map((at) => (1 + (at % 3000)) / 1024);
  return { order, values, signal, weights, classes, minRowsLeaf: 10, minChildWeight: 0 };
}
