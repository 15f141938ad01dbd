import { readdirSync } from "node:fs";

const folder = new URL("../cases/", import.meta.url);

/** Every case by the name of its file: "cart-100k", … */
export async function loadCases() {
  const names = readdirSync(folder)
    .map((file) => file.replace(/\.mjs$/, ""))
    .sort();
  const loaded = names.map(async (name) => [name, completed(await import(new URL(`${name}.mjs`, folder).href))]);
  return new Map(await Promise.all(loaded));
}

/** Every rival with a name, and with the data and the work that it is given. */
function completed(module) {
  const [benchCase] = Object.values(module);
  const rivals = benchCase.rivals.map((rival) => {
    const data = { ...benchCase.data, ...rival.data };
    const work = { ...benchCase.work, ...rival.work, task: data.task };
    return { name: titleOf(rival.peer), ...rival, data, work };
  });
  return { kind: "race", ...benchCase, rivals };
}

const TITLES = { cambium: "Cambium", "cambium-chromium": "Cambium in Chromium" };

/** The library that a peer runs, without what the peer does with it. */
export function titleOf(peer) {
  const library = peer.replace(/^defaults-/, "");
  return TITLES[library] ?? library;
}
