import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";

const folder = new URL("types/", import.meta.url);
const programs = readdirSync(folder).filter((name) => name.endsWith(".ts"));

// The compiler checks their types: here on the sources, and in scripts/check-packages.mjs on the declarations that users get.
describe("programs of users in strict TypeScript", () => {
  it("are several", () => expect(programs.length).toBeGreaterThan(12));

  it.each(programs)("%s also runs", async (name) => {
    await import(new URL(name, folder).href);
  });
});
