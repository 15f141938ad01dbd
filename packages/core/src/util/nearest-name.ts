/** `did you mean "species"? ` when one of the known names is near enough to be a slip of the keyboard, else "". */
export function didYouMean(given: string, known: readonly string[]): string {
  let best = "";
  let bestDistance = 1 + (given.length === 1 ? 0 : Math.max(1, Math.floor(given.length / 3)));
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best === "" ? "" : `did you mean "${best}"? `;
}

/** Names or classes for a message: at most eight of them, text in quotes. */
export function listNames(names: readonly (string | number | boolean)[]): string {
  if (names.length === 0) return "none";
  const shown = names.slice(0, 8).map((name) => JSON.stringify(name));
  return shown.join(", ") + (names.length > 8 ? `, … (${names.length} in all)` : "");
}

/** `1 class`, `2 classes`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Levenshtein's distance, given up at `limit`; a name from a file may be long. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current[j] = Math.min(swap, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
    }
    previous = current;
  }
  return previous[b.length] ?? limit;
}
