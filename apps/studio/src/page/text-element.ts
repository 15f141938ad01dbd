/** An element with this text in it. Whatever comes from a file enters the page by this way: as text, never as HTML. */
export function textElement<K extends keyof HTMLElementTagNameMap>(tag: K, text: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}
