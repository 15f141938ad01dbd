/**
 * What a value is, whichever realm made it: a frame, `vm`, or a test runner has classes of its own, which `instanceof` does not know.
 * The methods of this realm look into the value itself, so a tag that somebody set, or a prototype without the rest, deceives nobody.
 */

/** The method or getter of a class, as a function of the value. It throws for a value of another class. */
function ofClass<T>(method: unknown): (value: unknown) => T {
  return (value) => Reflect.apply(method as () => T, value, []);
}

function getterOf<T>(prototype: object, name: PropertyKey): (value: unknown) => T {
  return ofClass<T>(Object.getOwnPropertyDescriptor(prototype, name)?.get);
}

const kindOfArray = /* @__PURE__ */ getterOf<string | undefined>(
  Object.getPrototypeOf(Uint8Array.prototype),
  Symbol.toStringTag,
);
const sizeOfMap = /* @__PURE__ */ getterOf<number>(Map.prototype, "size");
const sizeOfBuffer = /* @__PURE__ */ getterOf<number>(ArrayBuffer.prototype, "byteLength");

/** Milliseconds since 1970, whatever methods somebody gave to the date. */
export const timeOf = /* @__PURE__ */ ofClass<number>(Date.prototype.getTime);
export const isoText = /* @__PURE__ */ ofClass<string>(Date.prototype.toISOString);

function isA(look: (value: unknown) => unknown, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    look(value);
    return true;
  } catch {
    return false;
  }
}

/** The answer to a question about a value; false where the value throws, as a proxy does that was revoked. */
function holds(question: () => boolean): boolean {
  try {
    return question();
  } catch {
    return false;
  }
}

export function isArray(value: unknown): value is readonly unknown[] {
  return holds(() => Array.isArray(value));
}

export function isDate(value: unknown): value is Date {
  return isA(timeOf, value);
}

export function isMap(value: unknown): value is ReadonlyMap<unknown, unknown> {
  return isA(sizeOfMap, value);
}

/** The pairs of a Map, whatever iterator somebody gave it. */
export function pairsOf(map: ReadonlyMap<unknown, unknown>): [key: unknown, value: unknown][] {
  const pairs: [unknown, unknown][] = [];
  Map.prototype.forEach.call(map as Map<unknown, unknown>, (value, key) => void pairs.push([key, value]));
  return pairs;
}

/** A promise, or what `await` takes for one. */
export function isPromise(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return holds(() => typeof (value as { then?: unknown }).then === "function");
}

/** Whether a value is a typed array; a DataView is none. */
export function isTypedArray(value: unknown): value is ArrayLike<unknown> & ArrayBufferView {
  return kindOfArray(value) !== undefined;
}

/** The same numbers as an array of this realm, without a copy; null where the value is no array of floats. */
export function floatsOf(value: unknown): Float64Array | Float32Array | null {
  if (value instanceof Float64Array || value instanceof Float32Array) return value;
  if (!ArrayBuffer.isView(value)) return null;
  const kind = kindOfArray(value);
  const { buffer, byteOffset } = value;
  const { length } = value as unknown as ArrayLike<number>;
  if (kind === "Float64Array") return new Float64Array(buffer, byteOffset, length);
  return kind === "Float32Array" ? new Float32Array(buffer, byteOffset, length) : null;
}

/** The same bytes as an array of this realm, without a copy; null where the value is neither a Uint8Array nor a buffer. */
export function bytesOf(value: unknown): Uint8Array | null {
  if (value instanceof Uint8Array) return value;
  if (kindOfArray(value) === "Uint8Array") {
    const { buffer, byteOffset, byteLength } = value as Uint8Array;
    return new Uint8Array(buffer, byteOffset, byteLength);
  }
  return isA(sizeOfBuffer, value) ? new Uint8Array(value as ArrayBuffer) : null;
}

/** Whether the memory of an array was given away, to a worker for example: it has no values any more. */
export function isDetached(value: unknown): boolean {
  if (!ArrayBuffer.isView(value) && !isA(sizeOfBuffer, value)) return false;
  const buffer = ArrayBuffer.isView(value) ? value.buffer : (value as ArrayBuffer);
  // One that has bytes is whole. `detached` is younger than some hosts.
  return buffer.byteLength === 0 && !holds(() => new Uint8Array(buffer).length === 0);
}
