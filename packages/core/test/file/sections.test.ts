import { describe, expect, it } from "vitest";
import { Crc32 } from "../../src/file/crc32.ts";
import type { FileKind } from "../../src/file/file-kind.ts";
import { expectWhole, type FileSections, sectionsOf, summedBytes } from "../../src/file/read-file.ts";
import { counted, jsonParts, type WrittenSection, writeFile } from "../../src/file/write-file.ts";
import { fileOf, resealed, sectionsOfFile } from "../support/crafted-file.ts";
import { failureOf } from "../support/failure-of.ts";

const kind: FileKind = {
  ...{
    magic: "CAMT",
    noun: "test",
    reader: "loadTest",
    bad: "bad-model",
    newer: "newer-model",
    remake: "make it again",
  },
  sections: { head: 1, nums: 2, tail: 1 },
};

/** The same with a section in the middle, and one at the end, that later files may have. */
const later: FileKind = { ...kind, sections: { head: 1, more: 1, nums: 2, tail: 1, last: 1 } };

const sections: readonly WrittenSection[] = [
  { tag: "head", version: 1, parts: jsonParts({ name: "größe\u{1F600}" }) },
  {
    tag: "nums",
    version: 2,
    parts: [
      Uint8Array.of(1, 2, 3),
      Uint16Array.of(65535),
      Int32Array.of(-1, 7, 2 ** 31 - 1),
      Float32Array.of(0.5),
      ...counted(Float64Array.of(Math.PI, -0, Number.NaN)),
    ],
  },
];

function open(bytes: Uint8Array, of = kind): FileSections {
  const file = expectWhole(of, bytes);
  return sectionsOf(of, file, new Crc32().add(summedBytes(file)).value);
}

describe("a file of sections", () => {
  it("gives back what was written, and of zero and NaN one pattern of bits", () => {
    const found = open(writeFile(kind, sections));
    expect(found.read("head", (section) => section.json("it").field("name").text())).toBe("größe\u{1F600}");
    const numbers = found.read("nums", (section) => [
      section.array("u8", 3),
      section.array("u16", 1),
      section.array("i32", 3),
      section.array("f32", 1),
      section.list("f64"),
    ]);
    expect(numbers).toEqual([
      Uint8Array.of(1, 2, 3),
      Uint16Array.of(65535),
      Int32Array.of(-1, 7, 2 ** 31 - 1),
      Float32Array.of(0.5),
      Float64Array.of(Math.PI, 0, Number.NaN),
    ]);
    expect(found.readIfThere("tail", () => 1)).toBeNull();
  });

  it("has these bytes", () => {
    const parts = [Uint8Array.of(9), Float64Array.of(1)];
    expect(Buffer.from(writeFile(kind, [{ tag: "tail", version: 1, parts }])).toString("hex")).toBe(
      [
        "43414d54" + "02000000" + "3400000000000000",
        "7461696c" + "01000000" + "1000000000000000",
        "0900000000000000" + "000000000000f03f",
        "d15fbaf1",
      ].join(""),
    );
  });

  it("keeps its bytes when later files may have another section, and is read where they may", () => {
    const bytes = writeFile(kind, sections);
    expect(writeFile(later, sections)).toEqual(bytes);
    expect(open(bytes, later).readIfThere("more", () => 1)).toBeNull();
    expect(open(bytes, later).read("head", (section) => section.json("it").field("name").text())).toContain("größe");
  });

  it("is refused by name where a section is not known, or newer", async () => {
    const more: WrittenSection = { tag: "more", version: 1, parts: [Float64Array.of(1)] };
    expect(await failureOf(() => open(writeFile(later, [sections[0], more, sections[1]])))).toBe(
      'newer-model | cambium: the test has a section "more", and this version of Cambium does not know it; upgrade cambium',
    );
    expect(await failureOf(() => open(writeFile(kind, [{ ...sections[1], version: 3 }])))).toBe(
      'newer-model | cambium: the test has version 3 of the section "nums", and this version of Cambium reads up to 2; upgrade cambium',
    );
    expect(await failureOf(() => open(writeFile(kind, [{ ...sections[0], version: 0 }])))).toContain("has version 0");
  });

  it("is refused where sections are there twice or out of order, and where parts are too long or too short", async () => {
    expect(await failureOf(() => open(writeFile(kind, [sections[0], sections[0]])))).toContain("there twice");
    expect(await failureOf(() => open(writeFile(kind, [sections[1], sections[0]])))).toContain("out of order");
    const bytes = writeFile(kind, sections);
    expect(await failureOf(() => open(bytes).read("tail", () => 1))).toContain('it has no section "tail"');
    expect(await failureOf(() => open(bytes).read("nums", (section) => section.array("f64", 2 ** 40)))).toContain(
      'its section "nums" has 72 bytes left where 8796093022208 should follow',
    );
    expect(await failureOf(() => open(bytes).read("nums", (section) => section.array("u8", 3)))).toContain(
      'its section "nums" has 64 bytes that mean nothing',
    );
  });

  it("is refused where a section is longer than the file, by any length", async () => {
    const bytes = writeFile(kind, sections);
    for (const length of [0n, 4n, 1n << 32n, 1n << 53n, (1n << 64n) - 1n]) {
      const changed = Uint8Array.from(bytes);
      new DataView(changed.buffer).setBigUint64(24, length, true);
      expect(await failureOf(() => open(resealed(changed)).read("head", (section) => section.json("it")))).toMatch(
        /^bad-model|^newer-model/,
      );
    }
    const cut = fileOf("CAMT", sectionsOfFile(bytes));
    expect(cut).toEqual(bytes);
  });
});
