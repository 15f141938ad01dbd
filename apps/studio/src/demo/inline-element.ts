import { createHash } from "node:crypto";
import { Html } from "./html.ts";

/** An element whose content a page runs or applies only when its policy names the content's hash. */
export interface InlineElement {
  readonly element: Html;
  /** As a Content-Security-Policy writes it. */
  readonly hash: string;
}

export function inlineScript(source: string): InlineElement {
  return inline("script", source);
}

export function inlineStyle(source: string): InlineElement {
  return inline("style", source);
}

/** Data for a script to read. JSON needs none of these characters: they stand in strings, where escapes mean the same. */
export function inlineJson(id: string, value: unknown): Html {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return new Html(`<script type="application/json" id="${id}">${json}</script>`);
}

/** Only the repository's own sources and its packages' come here, so what would end the element early is not repaired. */
function inline(tag: "script" | "style", content: string): InlineElement {
  if (/<\/?(script|style)|<!--/i.test(content)) throw new Error(`a ${tag} with HTML in it can not be put into a page`);
  return { element: new Html(`<${tag}>${content}</${tag}>`), hash: hashOf(content) };
}

function hashOf(content: string): string {
  return `'sha256-${createHash("sha256").update(content).digest("base64")}'`;
}
