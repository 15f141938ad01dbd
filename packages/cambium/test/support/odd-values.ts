import vm from "node:vm";

/** What the user's own code throws: it is passed on. */
export class OwnError extends Error {}

const throws = () => {
  throw new OwnError("mine");
};

const elsewhere = vm.createContext({});
const foreign = (code: string): unknown => vm.runInContext(code, elsewhere);

function detached(): Float64Array {
  const values = new Float64Array(12);
  structuredClone(values.buffer, { transfer: [values.buffer] });
  return values;
}

const holes = (length: number, entries: Readonly<Record<number, unknown>> = {}) =>
  Object.assign(new Array(length), entries);
const arrow = (vector: unknown) => ({
  numRows: 2,
  schema: { fields: [{ name: "x" }, { name: "y" }] },
  getChild: () => vector,
});

const plain: (() => unknown)[] = [undefined, null, 0, -0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e308]
  .concat([1n, 2n ** 70n, Symbol("s"), "", "x", "y", "__proto__", "constructor", true, false] as never[])
  .map((value) => () => value);

const lists: (() => unknown)[] = [
  () => [],
  () => holes(1),
  () => holes(2, { 1: "x" }),
  () => holes(3, { 0: "x", 2: "y" }),
  () => holes(4_294_967_295),
  () => [null],
  () => [[]],
  () => [{}],
  () => ["x", "x"],
  () => [1, 2, 3],
  () => [Symbol("t")],
  () => [null, { x: 1 }],
  () => [new Map()],
];

const objects: (() => unknown)[] = [
  () => ({}),
  () => Object.create(null) as object,
  () => ({ length: 3 }),
  () => ({ length: 1e15 }),
  () => ({ length: -1 }),
  () => new Map(),
  () => new Map<unknown, unknown>([[1, [1]]]),
  () => new Map<unknown, unknown>([[{}, 1]]),
  () => new Map<unknown, unknown>([[Symbol("m"), 1]]),
  () => new Set([1]),
  () => new Date(Number.NaN),
  () => new Error("e"),
  () => Promise.resolve(1),
  // biome-ignore lint/suspicious/noThenProperty: it is taken for a promise, as it should be
  () => ({ then: () => {} }),
  () => () => {},
  () => class {},
  () => ({ aborted: true, reason: new OwnError("mine") }),
  () => ({ aborted: false }),
];

const memories: (() => unknown)[] = [
  () => new Float64Array(3),
  () => new Float64Array(12),
  () => new Float32Array(2),
  () => new Uint8Array(5),
  () => new BigInt64Array(12),
  () => new DataView(new ArrayBuffer(4)),
  () => new ArrayBuffer(0),
  () => new SharedArrayBuffer(8),
  detached,
  () => detached().buffer,
  () => ({ x: detached(), y: detached() }),
];

const traps: (() => unknown)[] = [
  () => ({
    get x() {
      return throws();
    },
  }),
  () => new Proxy({}, { get: throws }),
  () => new Proxy({}, { ownKeys: throws, has: throws }),
  () => new Proxy([], {}),
  () => throws,
];

const foreigners: (() => unknown)[] = [
  "new Date(5)",
  "new Map([['x', [1, 2]], ['y', [1, 2]]])",
  "new Float64Array(12)",
  "[1, 2, 3]",
  "({ x: [1, 2, 3], y: [1, 2, 3] })",
  "new Uint8Array(4)",
  "new Error('f')",
  "Promise.resolve(1)",
].map((code) => () => foreign(code));

const tables: (() => unknown)[] = [
  () => ({ sorted: [1, 2], columns: [1, 2], y: [1, 2] }),
  () => ({ rowCount: [1, 2], columnNames: [1, 2], column: [1, 2], y: [1, 2] }),
  () => ({ numRows: [1, 2], schema: [1, 2], getChild: [1, 2], length: [1, 2], y: [1, 2] }),
  () => ({ rowCount: 3, columnNames: ["x", "y"], column: throws }),
  () => ({ rowCount: 3, columnNames: holes(3, { 0: "x", 2: "y" }), column: () => null }),
  () => ({ rowCount: 1e15, columnNames: ["x", "y"], column: () => ({ length: 1e15 }) }),
  () => ({ rowCount: 4e9, columnNames: ["x", "y", "k", "w"], column: () => ({ length: 4e9 }) }),
  () => arrow(null),
  () => arrow({ length: 2, nullCount: 1, get: throws, toArray: throws }),
  () => ({ numRows: -2, schema: { fields: [null] }, getChild: () => null }),
];

const columns: (() => unknown)[] = [
  [Symbol("v"), 2],
  [1n, 2n ** 80n],
  [{}, []],
  [new Proxy({}, { get: throws }), 1],
  [Object.create(Date.prototype), 1],
  [{ [Symbol.toStringTag]: "Date" }, 1],
  [Object.create(null), 1],
].flatMap((values) => [() => ({ x: values, y: [1, 2] }), () => ({ x: [1, 2], y: values })]);

/** Values that somebody may pass by mistake, or by malice, each anew at every call. */
export const oddValues: readonly (() => unknown)[] = [
  ...[plain, lists, objects, memories, traps, foreigners, tables, columns].flat(),
];
