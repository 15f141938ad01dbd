import { afterEach, describe, expect, test, vi } from "vitest";
import { clock, createPacer, reasonText } from "../src/index.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("the clock of a host without performance", () => {
  test("goes on, and never back where the host's is set back", () => {
    vi.stubGlobal("performance", undefined);
    const now = vi.spyOn(Date, "now").mockReturnValue(5000);
    const start = clock();
    now.mockReturnValue(5007);
    expect(clock() - start).toBe(7);
    now.mockReturnValue(10);
    expect(clock() - start).toBe(7);
    now.mockReturnValue(13);
    expect(clock() - start).toBe(10);
  });
});

describe("a pause of a host without setImmediate and MessageChannel", () => {
  test("is a timeout", async () => {
    vi.stubGlobal("setImmediate", undefined);
    vi.stubGlobal("MessageChannel", undefined);
    let ticked = false;
    setTimeout(() => {
      ticked = true;
    }, 0);
    await createPacer().pause();
    expect(ticked).toBe(true);
  });

  test("goes on where there are no timeouts either", async () => {
    for (const name of ["setImmediate", "MessageChannel", "setTimeout"]) vi.stubGlobal(name, undefined);
    await expect(createPacer().pause()).resolves.toBeUndefined();
  });
});

test("what somebody threw has a text, whatever it is", () => {
  const bare = Object.assign(Object.create(null) as object, { message: 7 });
  expect([new Error("a"), "b", 3, null, undefined, Symbol("s"), { message: "c" }].map(reasonText)).toEqual([
    "a",
    "b",
    "3",
    "null",
    "undefined",
    "Symbol(s)",
    "c",
  ]);
  expect(reasonText(bare)).toBe("a thrown object without a text");
});
