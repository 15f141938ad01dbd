import { expect, test } from "vitest";
import { html } from "../../src/demo/html.ts";

test("what is filled in is text, in an element and in an attribute", () => {
  const name = `<img src=x onerror='alert("&")'>`;
  expect(html`<b title="${name}">${name}</b>`.text).toBe(
    `<b title="&#60;img src=x onerror=&#39;alert(&#34;&#38;&#34;)&#39;&#62;">&#60;img src=x onerror=&#39;alert(&#34;&#38;&#34;)&#39;&#62;</b>`,
  );
});

test("HTML made by a template is filled in as it is, alone and in a list", () => {
  const items = ["a<", "b"].map((text) => html`<li>${text}</li>`);
  expect(html`<ul>${items}</ul>${html`<p>${1}</p>`}`.text).toBe("<ul><li>a&#60;</li><li>b</li></ul><p>1</p>");
});
