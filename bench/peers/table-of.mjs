/** The first rows of a table, of columns that stand one after another. */
export function tableOf(x, y, { rows, features }, count) {
  const columns = Array.from({ length: features }, (_, feature) => x.slice(feature * rows, feature * rows + count));
  return { columns, y: y.slice(0, count) };
}
