/**
 * What `make` gives. Bundlers keep a table that spreads or calls something even where nobody reads it, lest an effect be lost.
 * With the mark that a call is pure in front of it, a table from here is left out, so that whoever only loads a model carries no options of learners.
 */
export function droppable<T>(make: () => T): T {
  return make();
}
