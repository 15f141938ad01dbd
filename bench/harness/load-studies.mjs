import { readdirSync } from "node:fs";

const folder = new URL("../studies/", import.meta.url);

/** Every study by the name of its file: "score-table", … */
export async function loadStudies() {
  const names = readdirSync(folder)
    .map((file) => file.replace(/\.mjs$/, ""))
    .sort();
  const loaded = names.map(async (name) => [name, Object.values(await import(new URL(`${name}.mjs`, folder).href))[0]]);
  return new Map(await Promise.all(loaded));
}
