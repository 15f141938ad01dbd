/** The element of the page with this id, which index.html promises to be of this kind. */
function find<E extends HTMLElement>(id: string, kind: new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof kind) return element;
  throw new Error(`index.html has no ${kind.name} with the id "${id}"`);
}

/** Every element that the page's code touches. */
export const page = {
  form: find("form", HTMLFormElement),
  dataName: find("data-name", HTMLParagraphElement),
  dataSize: find("data-size", HTMLParagraphElement),
  dropZone: find("drop-zone", HTMLDivElement),
  file: find("file", HTMLInputElement),
  fileFormat: find("file-format", HTMLDetailsElement),
  delimiter: find("delimiter", HTMLSelectElement),
  decimal: find("decimal", HTMLSelectElement),
  encoding: find("encoding", HTMLSelectElement),
  missing: find("missing", HTMLInputElement),
  choices: find("choices", HTMLUListElement),
  target: find("target", HTMLSelectElement),
  task: find("task", HTMLSelectElement),
  maxDepth: find("max-depth", HTMLInputElement),
  minRows: find("min-rows", HTMLInputElement),
  pruning: find("pruning", HTMLSelectElement),
  train: find("train", HTMLButtonElement),
  cancel: find("cancel", HTMLButtonElement),
  progress: find("progress", HTMLProgressElement),
  status: find("status", HTMLParagraphElement),
  showResults: find("show-results", HTMLAnchorElement),
  main: find("main", HTMLElement),
  problem: find("problem", HTMLDivElement),
  error: find("error", HTMLParagraphElement),
  repairs: find("repairs", HTMLDivElement),
  hint: find("hint", HTMLDivElement),
  hintText: find("hint-text", HTMLParagraphElement),
  hintRepairs: find("hint-repairs", HTMLDivElement),
  placeholder: find("placeholder", HTMLParagraphElement),
  stale: find("stale", HTMLDivElement),
  staleText: find("stale-text", HTMLParagraphElement),
  retrain: find("retrain", HTMLButtonElement),
  results: find("results", HTMLDivElement),
  qualityHeading: find("quality-heading", HTMLHeadingElement),
  quality: find("quality", HTMLDListElement),
  treeHeading: find("tree-heading", HTMLHeadingElement),
  tree: find("tree", HTMLDivElement),
  treeText: find("tree-text", HTMLPreElement),
  pruningSection: find("pruning-section", HTMLElement),
  pruningFrame: find("pruning-frame", HTMLElement),
  pruningPath: find("pruning-path", HTMLTableElement),
  notes: find("notes", HTMLUListElement),
  download: find("download", HTMLButtonElement),
};
