/** What is missing, or null. `changes` are the files of a pull request, each with git's letter for what happened. */
export function changesetProblem(changes) {
  const packages = changes.map(({ path }) => /^packages\/([^/]+)\/src\//.exec(path)?.[1]).filter(Boolean);
  const isTold = changes.some(({ status, path }) => status === "A" && /^\.changeset\/[^/]+\.md$/.test(path));
  if (packages.length === 0 || isTold) return null;
  const names = [...new Set(packages)].sort().join(", ");
  return `The sources of ${names} changed, but no changeset says so; run npm run change and commit what it writes.`;
}
