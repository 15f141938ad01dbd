/** Functions of `Math` whose last bits the language leaves to the engine, and the one that is random. */
const LOOSE = [
  ...["acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "exp", "expm1", "hypot"],
  ...["log", "log10", "log1p", "log2", "pow", "random", "sin", "sinh", "tan", "tanh"],
];

/** Runs a synchronous function, and names the loose functions of `Math` that it called. Nothing else can run meanwhile. */
export function looseMathIn(run: () => void): string[] {
  const math = Math as unknown as Record<string, (...numbers: number[]) => number>;
  const originals = LOOSE.map((name) => math[name]);
  const called = new Set<string>();
  try {
    LOOSE.forEach((name, index) => {
      math[name] = (...numbers) => {
        called.add(`Math.${name}`);
        return originals[index](...numbers);
      };
    });
    run();
  } finally {
    LOOSE.forEach((name, index) => {
      math[name] = originals[index];
    });
  }
  return [...called];
}
