/**
 * Whether rivals of the same data and work came to the same model, wherever they ran and on however many threads, as they
 * must; undefined where no two told the hash of one.
 */
export function modelsVerdict({ rivals }, { turns }) {
  const compared = turnsOfSameWork(rivals, turns).filter((group) => group.length > 1);
  if (compared.length === 0) return undefined;
  const different = compared.find((group) => group.some(({ modelHash }) => modelHash !== group[0].modelHash));
  if (different === undefined)
    return "Models of the same work are the same bytes, wherever and on however many threads.";
  const told = different.map(({ rival, modelHash }) => `${rival}: ${modelHash}`).join("; ");
  return `**Models of the same work differ**, in round ${different[0].round} those of ${told}.`;
}

/** A round has a seed of its own, and so another model. */
function turnsOfSameWork(rivals, turns) {
  const groups = new Map();
  for (const turn of turns) {
    const rival = rivals.find(({ name }) => name === turn.rival);
    if (rival === undefined || turn.modelHash === undefined) continue;
    const key = JSON.stringify([turn.round, rival.data, { ...rival.work, threads: undefined }]);
    groups.set(key, [...(groups.get(key) ?? []), turn]);
  }
  return [...groups.values()];
}
