const SIZES = [6_250, 12_500, 25_000, 50_000, 100_000, 200_000, 400_000];

const ofSize = (rows) => ({ name: rows.toLocaleString("en"), peer: "cambium", data: { rows } });
const [largest] = SIZES.slice(-1);

export const curves = {
  kind: "curve",
  title: "How time and memory grow: one fully grown CART on n rows × 28, 1 thread",
  data: { rows: largest, testRows: 10_000, features: 28, task: "classification", seed: 1 },
  work: { model: "tree", threads: 1 },
  rounds: 5,
  limitSeconds: 600,
  rivals: [
    ...SIZES.map(ofSize),
    { ...ofSize(largest), name: `${ofSize(largest).name}, in 32 bits`, work: { columnBits: 32 } },
  ],
  // The power of n log n that time follows; and the peak of memory, as a multiple of the bytes of the columns.
  limits: { power: 1.1, memory: 4 },
};
