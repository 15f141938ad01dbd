import { expect } from "vitest";
import { CambiumError, type CambiumErrorCode } from "../../src/index.ts";

/** Every file that differs from this one by a single bit, and every beginning of it. */
function* damages(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const damaged = Uint8Array.from(bytes);
      damaged[at] ^= 1 << bit;
      yield damaged;
    }
  }
  for (let length = 0; length < bytes.length; length++) yield Uint8Array.from(bytes.subarray(0, length));
}

/** `load` takes the bytes as they are, and refuses each damage with one of these codes. */
export async function expectEveryDamageRefused(
  bytes: Uint8Array,
  load: (bytes: Uint8Array<ArrayBuffer>) => unknown,
  codes: readonly CambiumErrorCode[],
): Promise<void> {
  await load(Uint8Array.from(bytes));
  let loaded = 0;
  let refused = 0;
  for (const damaged of damages(bytes)) {
    try {
      await load(damaged);
      loaded++;
    } catch (error) {
      if (!(error instanceof CambiumError && codes.includes(error.code))) throw error;
      refused++;
    }
  }
  expect({ loaded, refused }).toEqual({ loaded: 0, refused: 9 * bytes.length });
}
