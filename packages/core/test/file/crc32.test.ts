import { crc32 } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Crc32 } from "../../src/file/crc32.ts";

const sumOf = (bytes: Uint8Array) => new Crc32().add(bytes).value;

describe("the checksum", () => {
  it("is the CRC-32 of zip and PNG, by its check value", () => {
    expect(sumOf(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
    expect(sumOf(new Uint8Array(0))).toBe(0);
  });

  it("is that of zlib, for any bytes, in any pieces, from the middle of a buffer", () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 70 }), { maxLength: 6 });
    fc.assert(
      fc.property(pieces, fc.nat(5), (parts, before) => {
        const whole = Uint8Array.from(parts.flatMap((part) => [...part]));
        const sum = new Crc32();
        for (const part of parts) {
          const around = new Uint8Array(before + part.length + 3);
          around.set(part, before);
          sum.add(around.subarray(before, before + part.length));
        }
        expect(sum.value).toBe(crc32(whole));
        expect(sumOf(whole)).toBe(crc32(whole));
      }),
    );
  });
});
