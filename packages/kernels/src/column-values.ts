import type { Heap } from "./heap.ts";

/** One number, and its bits: of eight bytes the high word is the second. */
const number = /* @__PURE__ */ new Float64Array(1);
const narrow = /* @__PURE__ */ new Float32Array(number.buffer);
const words = /* @__PURE__ */ new Uint32Array(number.buffer);

/** Numbers of four or eight bytes in a memory, and bits of theirs that order as they do: two words, the high one 0 for four bytes. */
export class ColumnValues {
  readonly #numbers: Float32Array | Float64Array;
  readonly #words: Uint32Array;
  readonly #isWide: boolean;
  readonly #first: number;

  constructor(heap: Heap, offset: number, bytes: number) {
    this.#isWide = bytes === 8;
    this.#numbers = this.#isWide ? heap.f64 : heap.f32;
    this.#words = heap.u32;
    this.#first = offset / bytes;
  }

  get(index: number): number {
    return this.#numbers[this.#first + index];
  }

  set(index: number, value: number): void {
    this.#numbers[this.#first + index] = value;
  }

  copyWithin(target: number, source: number, count: number): void {
    const first = this.#first + source;
    this.#numbers.copyWithin(this.#first + target, first, first + count);
  }

  high(index: number): number {
    return this.#isWide ? highOf(this.#words[2 * (this.#first + index) + 1]) : 0;
  }

  low(index: number): number {
    const at = this.#first + index;
    if (!this.#isWide) return highOf(this.#words[at]);
    const low = this.#words[2 * at];
    return this.#words[2 * at + 1] >>> 31 === 1 ? ~low >>> 0 : low;
  }

  /** Bits from `shift` on, of which `mask` are wanted. */
  bits(index: number, shift: number, mask: number): number {
    if (shift >= 32) return (this.high(index) >>> (shift - 32)) & mask;
    if (shift === 0) return this.low(index) & mask;
    return ((this.low(index) >>> shift) | (this.high(index) << (32 - shift))) & mask;
  }

  /** Whether two agree in all bits from `shift` on. */
  areAlike(a: number, b: number, shift: number): boolean {
    const high = this.high(a) ^ this.high(b);
    if (shift >= 32) return high >>> (shift - 32) === 0;
    return high === 0 && (this.low(a) ^ this.low(b)) >>> shift === 0;
  }
}

/** How many of the last bits differ between two numbers of so many bytes. */
export function bitsBetween(a: number, b: number, bytes: number): number {
  const [x, y] = [keyOf(a, bytes), keyOf(b, bytes)];
  return x.high === y.high ? 32 - Math.clz32(x.low ^ y.low) : 64 - Math.clz32(x.high ^ y.high);
}

function keyOf(value: number, bytes: number): { high: number; low: number } {
  if (bytes === 4) {
    narrow[0] = value;
    return { high: 0, low: highOf(words[0]) };
  }
  number[0] = value;
  const [high, low] = [words[1], words[0]];
  return { high: highOf(high), low: high >>> 31 === 1 ? ~low >>> 0 : low };
}

/** Of a negative number all bits are turned round, of the others the sign. */
function highOf(word: number): number {
  return (word >>> 31 === 1 ? ~word : word ^ 0x80000000) >>> 0;
}
