import type { TargetOf } from "./every-learner.ts";
import { randomNumbers } from "./random-numbers.ts";

const ROWS = 90;

/** Nine columns, one of them with categories (or all, where a learner takes nothing else), and a target that they tell of. */
export function tableFor(target: TargetOf, namesOnly: boolean): Record<string, (number | string)[]> {
  const random = randomNumbers(7);
  const names = [..."abcdefgh"];
  const numbers = Object.fromEntries(
    names.map((name) => [name, Array.from({ length: ROWS }, () => Math.floor(random() * 12))]),
  );
  const kind = Array.from({ length: ROWS }, () => "pqrst"[Math.floor(random() * 5)]);
  const features = namesOnly
    ? Object.fromEntries(names.map((name) => [name, numbers[name].map((value) => `${name}${value % 3}`)]))
    : numbers;
  const score = (row: number) => numbers.a[row] + 2 * numbers.b[row] - numbers.c[row] + (kind[row] === "q" ? 6 : 0);
  const y = Array.from({ length: ROWS }, (_, row) => {
    if (target === "numbers") return score(row) + 20;
    return score(row) < 10 ? "low" : target === "pairs" || score(row) < 18 ? "middle" : "high";
  });
  return { ...features, kind, y };
}
