/** The colour `share` of the way from one "#rrggbb" to another. */
export function mixColours(from: string, to: string, share: number): string {
  const channel = (colour: string, index: number): number =>
    Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
  const mixed = [0, 1, 2].map((index) => {
    const start = channel(from, index);
    const value = Math.round(start + (channel(to, index) - start) * share);
    return value.toString(16).padStart(2, "0");
  });
  return `#${mixed.join("")}`;
}
