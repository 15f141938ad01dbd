/** What the sources of each package may import: the table of packages in README.md. */
export const MAY_IMPORT = {
  kernels: [],
  core: ["@cambium/kernels"],
  losses: ["@cambium/core"],
  testing: ["@cambium/core"],
  io: ["@cambium/core"],
  viz: ["@cambium/core"],
  cambium: ["@cambium/kernels", "@cambium/core", "@cambium/losses", "@cambium/io", "@cambium/viz"],
};

/** What a user installs; the kernels' exports carry no promise, so examples and applications do without them. */
export const PUBLIC_PACKAGES = [
  "cambium",
  "@cambium/core",
  "@cambium/losses",
  "@cambium/testing",
  "@cambium/io",
  "@cambium/viz",
];

/** Packages that run wherever JavaScript does, with nothing but the language, and the same bits everywhere. */
export const LANGUAGE_ONLY = ["kernels", "core", "losses"];

/** The folders of core/src in the order of the flow: each imports only from those before it. */
export const FLOW = [
  "util",
  "file",
  "table",
  "dataset",
  "goal",
  "loss",
  "criterion",
  "splitter",
  "tree",
  "pruning",
  "grower",
  "engine",
  "ensemble",
  "predict",
  "model",
  "metric",
  "training/options",
  "training/run",
  "training/validation",
  "training/single-trees",
  "training/bagging",
  "training/boosting",
  "evaluation",
  "calibration",
  "explain",
];

/** Names that some host gives and the language does not. */
export const HOST_GLOBALS = new Set([
  "Blob",
  "Buffer",
  "HTMLElement",
  "MessageChannel",
  "URL",
  "WebSocket",
  "Worker",
  "XMLHttpRequest",
  "__dirname",
  "__filename",
  "clearTimeout",
  "console",
  "crypto",
  "document",
  "fetch",
  "indexedDB",
  "localStorage",
  "location",
  "navigator",
  "performance",
  "process",
  "queueMicrotask",
  "require",
  "self",
  "sessionStorage",
  "setImmediate",
  "setInterval",
  "setTimeout",
  "window",
]);
