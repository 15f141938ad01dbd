import { PairPasses } from "@cambium/kernels";

/**
 * Clocks the passes over rows that compute gradients and hessians, seen from outside: no user can ask Cambium for them. Gives
 * their share of the time of the rounds, which begin with the first of them, when told that the fit is over.
 */
export function watchDerivatives() {
  const { derive } = PairPasses.prototype;
  let first;
  let passes = 0;
  let milliseconds = 0;
  PairPasses.prototype.derive = async function (...given) {
    const started = performance.now();
    first ??= started;
    const found = await derive.apply(this, given);
    passes++;
    milliseconds += performance.now() - started;
    return found;
  };
  return (trees) => {
    const ended = performance.now();
    PairPasses.prototype.derive = derive;
    if (passes !== trees) throw new Error(`expected a compiled pass for each of ${trees} trees, got ${passes}`);
    return { derivativeShare: milliseconds / (ended - first) };
  };
}
