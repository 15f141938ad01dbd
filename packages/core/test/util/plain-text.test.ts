import { expect, test } from "vitest";
import { plainText } from "../../src/util/plain-text.ts";

test("what could break a line, steer a terminal or turn the direction of writing becomes a space", () => {
  expect(plainText("a\r\nb\u001b[31mc\u2028d\u202ee")).toBe("a b [31mc d e");
});

test("all else stays, in any script, also what is no text", () => {
  expect(plainText("</script> 'naïve' 花 🌳")).toBe("</script> 'naïve' 花 🌳");
  expect([plainText(3), plainText(false)]).toEqual(["3", "false"]);
});
