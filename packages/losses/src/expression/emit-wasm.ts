import type { Instruction, Program } from "./evaluate.ts";
import type { Op } from "./expression-node.ts";

// The numbers below are those of the WebAssembly specification, chapter "Binary Format".

const V128 = 0x7b;
const I32 = 0x7f;
const FUNCTION_TYPE = 0x60;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const CALL = 0x10;
const END = 0x0b;
const F64_CONST = 0x44;
const VECTOR = 0xfd;
const F64X2_SPLAT = 0x14;
const V128_LOAD = 0x00;
const V128_STORE = 0x0b;
/** A shared memory with a maximum, of 0 to 65,536 pages: what the kernels' imports, so that both fit the same memories. */
const MEMORY_LIMITS = [3, 0, 0x80, 0x80, 4];

/** Vector instructions, of two rows. What conditions come to is all bits of a row, or none. */
const VECTOR_OPS: Readonly<Partial<Record<Op, readonly number[]>>> = {
  neg: [0xed, 1],
  abs: [0xec, 1],
  sqrt: [0xef, 1],
  not: [0x4d],
  add: [0xf0, 1],
  sub: [0xf1, 1],
  mul: [0xf2, 1],
  div: [0xf3, 1],
  min: [0xf4, 1],
  max: [0xf5, 1],
  lt: [0x49],
  le: [0x4b],
  eq: [0x47],
  and: [0x4e],
  or: [0x50],
  where: [0x52],
};

/** Imported functions come first. */
const FUNCTIONS: Readonly<Partial<Record<Op, number>>> = { exp: 0, log: 1 };
const OWN_FUNCTION = 2;

/** Parameters of the function: offsets of the scores and the targets of eight rows, and of where the results go. */
const SCORES = 0;
const TARGETS = 1;
const PLACE = 2;
const PARAMETERS = 3;

/** Vectors of two rows that are computed side by side: none waits for what another comes to. */
const VECTORS = [0, 1, 2, 3];
/** What the numbers of eight rows take. */
const BYTES = 16 * VECTORS.length;

/**
 * The bytes of a module that computes a program of two numbers, gradient and hessian, for eight rows at a time: what `OwnLoss` of the
 * kernels describes. `exp` and `log` are the kernels' own.
 */
export function emitWasm({ instructions, results }: Program): Uint8Array {
  const locals = VECTORS.length * instructions.length;
  const computed = instructions.flatMap(computing);
  const stored = results.flatMap((result, i) => storing(result, (i + 1) * BYTES));
  return moduleOf([1, ...unsigned(locals), V128, ...computed, ...stored, END]);
}

function localOf(index: number, vector: number): number[] {
  return unsigned(PARAMETERS + VECTORS.length * index + vector);
}

/** Sets the locals of an operation. */
function computing({ op, args, value }: Instruction, index: number): number[] {
  const set = (computed: (vector: number) => readonly number[]) =>
    VECTORS.flatMap((vector) => [...computed(vector), LOCAL_SET, ...localOf(index, vector)]);
  if (op === "s") return set((vector) => loading(SCORES, 16 * vector));
  if (op === "y") return set((vector) => loading(TARGETS, 16 * vector));
  if (op === "number") return set(() => [F64_CONST, ...float64(value), VECTOR, F64X2_SPLAT]);
  const called = FUNCTIONS[op];
  if (called !== undefined) {
    // Its numbers stand before the results.
    return [...storing(args[0], 0), LOCAL_GET, PLACE, CALL, called, ...set((vector) => loading(PLACE, 16 * vector))];
  }
  const instruction = VECTOR_OPS[op];
  if (instruction === undefined) throw new TypeError(`unreachable: no instruction computes "${op}"`);
  // A choice takes what it chooses from first.
  const ordered = op === "where" ? [args[1], args[2], args[0]] : args;
  return set((vector) => [
    ...ordered.flatMap((arg) => [LOCAL_GET, ...localOf(arg, vector)]),
    ...[VECTOR, ...instruction],
  ]);
}

/** What leaves the vector at a parameter's offset on the stack. */
function loading(parameter: number, offset: number): number[] {
  return [LOCAL_GET, parameter, VECTOR, V128_LOAD, 0, ...unsigned(offset)];
}

/** Writes what an operation came to. */
function storing(index: number, offset: number): number[] {
  return VECTORS.flatMap((vector) => [
    ...[LOCAL_GET, PLACE, LOCAL_GET, ...localOf(index, vector)],
    ...[VECTOR, V128_STORE, 0, ...unsigned(offset + 16 * vector)],
  ]);
}

function moduleOf(code: readonly number[]): Uint8Array {
  const types = [
    [FUNCTION_TYPE, ...list([[I32]]), ...list([])],
    [FUNCTION_TYPE, ...list([[I32], [I32], [I32]]), ...list([])],
  ];
  const imports = [
    [...text("env"), ...text("memory"), 2, ...MEMORY_LIMITS],
    [...text("env"), ...text("exp"), 0, 0],
    [...text("env"), ...text("log"), 0, 0],
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list(types)),
    ...section(2, list(imports)),
    ...section(3, list([[1]])),
    ...section(7, list([[...text("derive"), 0, OWN_FUNCTION]])),
    ...section(10, list([sized(code)])),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...sized(content)];
}

function sized(content: readonly number[]): number[] {
  return [...unsigned(content.length), ...content];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

function text(name: string): number[] {
  return sized([...name].map((sign) => sign.charCodeAt(0)));
}

/** LEB128: seven bits a byte, the lowest first. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [0x80 | (value & 0x7f), ...unsigned(value >>> 7)];
}

function float64(value: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value, true);
  return bytes;
}
