import { execFileSync } from "node:child_process";
import { changesetProblem } from "./check/changeset-problem.mjs";

// `node scripts/check-changeset.mjs <base>`: what a pull request changes in a package's sources, it tells users.
const base = process.argv[2] ?? "origin/main";
const difference = execFileSync("git", ["diff", "--name-status", "--no-renames", `${base}...HEAD`], {
  encoding: "utf8",
});
const changes = difference
  .split("\n")
  .filter(Boolean)
  .map((line) => ({ status: line[0], path: line.slice(line.indexOf("\t") + 1) }));

const problem = changesetProblem(changes);
console.log(problem ?? "The changesets are in order.");
process.exitCode = problem ? 1 : 0;
