import { boosting } from "cambium";
import { readCsv } from "cambium/io";

const table = await readCsv("fixtures/datasets/auto-mpg.csv");
const controller = new AbortController();
try {
  await boosting({ rounds: 1_000_000 }).fit(table, {
    target: "mpg",
    signal: controller.signal,
    onRound: ({ round }) => round === 3 && controller.abort(new Error("enough")),
  });
} catch (error) {
  console.log(String(error));
}
