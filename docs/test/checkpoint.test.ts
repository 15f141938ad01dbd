import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runTypeScript } from "../../scripts/run-typescript.mjs";

const path = fileURLToPath(new URL("../examples/checkpoint.ts", import.meta.url));

/** Runs the example until it ends, or is killed after so many milliseconds. */
async function run(folder: string, timeout: number) {
  const env = { ...process.env, FOLDER: folder, ROUNDS: "400" };
  const { status } = await runTypeScript({ path }, { env, timeout, killSignal: "SIGKILL" });
  const file = join(folder, "rings.cambium");
  return { status, bytes: existsSync(file) ? readFileSync(file).toString("base64") : null };
}

test("a run that is killed, again and again, goes on from its checkpoint and ends in the bytes of one that was not", async () => {
  const [calm, killed] = [1, 2].map(() => mkdtempSync(join(tmpdir(), "cambium-")));
  try {
    const began = Date.now();
    const whole = await run(calm, 0);
    const took = Date.now() - began;
    expect(whole.status).toBe(0);
    let last = await run(killed, Math.round(took / 2));
    let kills = 0;
    for (; last.status !== 0; kills++) {
      // Long enough for some rounds, and never at the same place.
      last = await run(killed, Math.round(took * (0.5 + 0.07 * kills)));
    }
    expect(kills).toBeGreaterThan(0);
    expect(last.bytes).toBe(whole.bytes);
  } finally {
    for (const folder of [calm, killed]) rmSync(folder, { recursive: true });
  }
}, 120_000);
