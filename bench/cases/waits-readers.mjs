import { waitsCase } from "../harness/waits-case.mjs";

const jobs = [
  "createDataset of arrays",
  "createDataset with bins",
  "createDataset of plain arrays",
  "createDataset of text",
  "createDataset of row objects",
  "createDataset of an Arrow table",
  "loadDataset",
  "readCsv, 226 MB",
  "readCsv of text, in quotes",
];

export const waitsReaders = waitsCase(
  "How long readers make others wait, 500,000 × 20",
  jobs.map((job) => ({ job })),
);
