import { fileURLToPath } from "node:url";
import { tryOtherHosts } from "./deep/other-hosts.mjs";
import { runNode } from "./run-tool.mjs";

// What needs more than Node: python3 with venv, and a network for the peers' packages and for other versions of Node. It
// fails where one is missing.
const regenerate = fileURLToPath(new URL("../fixtures/regenerate.mjs", import.meta.url));
const { status } = runNode(regenerate, [], { stdio: "inherit" });
console.log(`deep: the peers ${status === 0 ? "say today what" : "did not confirm what"} their fixtures say`);
const areSame = await tryOtherHosts();
console.log(`deep: other hosts ${areSame ? "come" : "did not come"} to the same bytes`);
process.exitCode = status === 0 && areSame ? 0 : 1;
