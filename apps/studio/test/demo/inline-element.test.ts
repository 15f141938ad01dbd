import fc from "fast-check";
import { expect, test } from "vitest";
import { inlineJson, inlineScript, inlineStyle } from "../../src/demo/inline-element.ts";

test("JSON keeps every text, and holds nothing that HTML or an old JavaScript would read otherwise", () => {
  const hostile = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("</script><script>alert(1)</script>", "<!--<script>", "]]>", "\u2028\u2029", "&lt;", '"'),
  );
  fc.assert(
    fc.property(fc.dictionary(hostile, hostile), (value) => {
      const { text } = inlineJson("data", value);
      const content = text.slice('<script type="application/json" id="data">'.length, -"</script>".length);
      expect(content).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(content)).toEqual(value);
    }),
  );
});

test("a script's hash is the one that a policy wants: the example of the Mozilla Developer Network", () => {
  const { element, hash } = inlineScript("var inline = 1;");
  expect(element.text).toBe("<script>var inline = 1;</script>");
  expect(hash).toBe("'sha256-B2yPHKaXnvFWtRChIbabYmUBFZdVfKKXHbWtWidDVF8='");
});

test.each(['"</script>"', '"<SCRIPT>"', '"<!--"'])("a script that would end early is refused: %s", (source) => {
  expect(() => inlineScript(source)).toThrow("a script with HTML in it can not be put into a page");
  expect(() => inlineStyle(source)).toThrow("a style with HTML in it can not be put into a page");
});
