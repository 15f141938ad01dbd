// `node scripts/run.mjs <name>` installs when needed, then runs scripts/<name>.mjs.
// This file must parse on old versions of Node, so that they get a sentence and not a syntax error: hence the plain
// syntax, the bare "fs", and the dynamic import of everything else.
import fs from "fs";

var wanted = JSON.parse(fs.readFileSync(new URL("../package.json", import.meta.url), "utf8")).engines.node;
var minimum = wanted.replace(">=", "").split(".").map(Number);
var actual = process.versions.node.split(".").map(Number);

if (actual[0] < minimum[0] || (actual[0] === minimum[0] && actual[1] < minimum[1])) {
  console.error("cambium: needs Node " + wanted + ", but this is " + process.versions.node + "; install a newer Node.");
  process.exitCode = 1;
} else {
  import("./install-and-run.mjs").then(function (module) {
    module.installAndRun(process.argv[2], process.argv.slice(3));
  });
}
