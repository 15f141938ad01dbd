const kinds = [
  "Uint8Array",
  "Uint16Array",
  "Uint32Array",
  "Int8Array",
  "Int32Array",
  "Float32Array",
  "Float64Array",
] as const;
const copying = ["slice", "map", "filter"] as const;

// biome-ignore lint/suspicious/noExplicitAny: functions of the host are replaced, whatever their arguments are.
type Functions = Record<string, any>;

/**
 * The bytes of all typed arrays that `run` makes, whether they are freed again or not. It is an exact count, where what the process holds
 * depends on when garbage is collected, and on which pages of an array were written to.
 */
export function allocatedBytes(run: () => void): number {
  let bytes = 0;
  const host = globalThis as Functions;
  const shared = Object.getPrototypeOf(Uint8Array.prototype) as Functions;
  const constructors = kinds.map((kind) => host[kind]);
  const methods = copying.map((name) => shared[name]);
  for (const [i, kind] of kinds.entries()) {
    host[kind] = new Proxy(constructors[i], {
      construct(original, given, target) {
        const made: Uint8Array = Reflect.construct(original, given, target === host[kind] ? original : target);
        if (!(given[0] instanceof ArrayBuffer || given[0] instanceof SharedArrayBuffer)) bytes += made.byteLength;
        return made;
      },
    });
  }
  for (const [i, name] of copying.entries()) {
    shared[name] = function (this: Functions, ...given: unknown[]) {
      const made = methods[i].apply(this, given);
      bytes += made.byteLength;
      return made;
    };
  }
  try {
    run();
  } finally {
    for (const [i, kind] of kinds.entries()) host[kind] = constructors[i];
    for (const [i, name] of copying.entries()) shared[name] = methods[i];
  }
  return bytes;
}
