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
const V128_STORE = 0x0b;
/** A shared memory with a maximum, of 0 to 65,536 pages: what the kernels' imports, so that both fit the same memories. */
const MEMORY_LIMITS = [3, 0, 0x80, 0x80, 4];

/** Vector instructions, two rows at once. What conditions come to is all bits of a row, or none. */
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

/** Parameters of the function. */
const SCORES = 0;
const TARGETS = 1;
const PLACE = 2;
const PARAMETERS = 3;

/**
 * The bytes of a module that computes a program of two numbers, gradient and hessian, for two rows at a time: what `OwnLoss` of the
 * kernels describes. `exp` and `log` are the kernels' own.
 */
export function emitWasm({ instructions, results }: Program): Uint8Array {
  const localOf = (index: number) => {
    const { op } = instructions[index];
    return op === "s" ? SCORES : op === "y" ? TARGETS : PARAMETERS + index;
  };
  const computed = instructions.flatMap((instruction, index) => {
    if (instruction.op === "s" || instruction.op === "y") return [];
    return [...computing(instruction, localOf), LOCAL_SET, ...unsigned(localOf(index))];
  });
  const stored = results.flatMap((result, i) => [
    ...[LOCAL_GET, PLACE, LOCAL_GET, ...unsigned(localOf(result))],
    ...[VECTOR, V128_STORE, 0, ...unsigned(16 * i)],
  ]);
  return moduleOf([1, ...unsigned(instructions.length), V128, ...computed, ...stored, END]);
}

/** What leaves the result of an operation on the stack. */
function computing({ op, args, value }: Instruction, localOf: (index: number) => number): number[] {
  if (op === "number") return [F64_CONST, ...float64(value), VECTOR, F64X2_SPLAT];
  // A choice takes what it chooses from first.
  const ordered = op === "where" ? [args[1], args[2], args[0]] : args;
  const taken = ordered.flatMap((arg) => [LOCAL_GET, ...unsigned(localOf(arg))]);
  const called = FUNCTIONS[op];
  if (called !== undefined) return [...taken, CALL, called];
  const vector = VECTOR_OPS[op];
  if (vector === undefined) throw new TypeError(`unreachable: no instruction computes "${op}"`);
  return [...taken, VECTOR, ...vector];
}

function moduleOf(code: readonly number[]): Uint8Array {
  const types = [
    [FUNCTION_TYPE, ...list([[V128]]), ...list([[V128]])],
    [FUNCTION_TYPE, ...list([[V128], [V128], [I32]]), ...list([])],
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
