import { Mismatch, show } from "./mismatch.ts";

/** Two plain values are equal, numbers to the bit; the failure names the first place where they differ. */
export function expectSame(where: string, expected: unknown, came: unknown): void {
  if (isList(expected) && isList(came)) {
    if (expected.length !== came.length) throw new Mismatch(`${where}, length`, show(expected.length), came.length);
    for (let i = 0; i < expected.length; i++) expectSame(`${where}, [${i}]`, expected[i], came[i]);
  } else if (isRecord(expected) && isRecord(came)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(came)])) {
      expectSame(`${where}, ${key}`, expected[key], came[key]);
    }
  } else if (!Object.is(primitiveOf(expected), primitiveOf(came))) {
    throw new Mismatch(where, show(expected), show(came));
  }
}

/** A copy that shares nothing with the plain value that it is made from. */
export function plainCopy<T>(value: T): T {
  const copy: unknown =
    Array.isArray(value) || (ArrayBuffer.isView(value) && isList(value))
      ? (value as unknown as { map(each: (item: unknown) => unknown): unknown }).map((item) => plainCopy(item))
      : isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainCopy(part)]))
        : value;
  return copy as T;
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !(value instanceof Date) && !isList(value);
}

function primitiveOf(value: unknown): unknown {
  return value instanceof Date ? `date ${value.getTime()}` : value;
}
