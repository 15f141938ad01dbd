/**
 * Import cycles of a graph (path → paths that it imports): every file that stands in one stands in one that is told,
 * by a shortest way round.
 */
export function findCycles(graph) {
  const cycles = [];
  const told = new Set();
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue;
    const cycle = shortestCycleThrough(graph, start);
    if (!cycle) continue;
    for (const path of cycle) told.add(path);
    cycles.push(cycle);
  }
  return cycles;
}

/** Breadth first from `start` until it comes back to `start`. */
function shortestCycleThrough(graph, start) {
  const cameFrom = new Map([[start, null]]);
  const queue = [start];
  for (const path of queue) {
    for (const next of graph.get(path) ?? []) {
      if (next === start) return walkBack(cameFrom, path).concat(start);
      if (!cameFrom.has(next)) {
        cameFrom.set(next, path);
        queue.push(next);
      }
    }
  }
  return null;
}

function walkBack(cameFrom, end) {
  const path = [];
  for (let at = end; at !== null; at = cameFrom.get(at)) path.unshift(at);
  return path;
}
