import type { Arena } from "./arena.ts";

type Kind = Uint8ArrayConstructor | Uint16ArrayConstructor | Uint32ArrayConstructor | Float64ArrayConstructor;

/** The lists that somebody takes from an arena, by name: the kind of their numbers, and how many there are. */
export type ListShapes = Readonly<Record<string, readonly [kind: Kind, length: number]>>;

/** The lists themselves. */
export type ListsOf<Shapes extends ListShapes> = { readonly [Name in keyof Shapes]: Shapes[Name][0]["prototype"] };

export function takeLists<Shapes extends ListShapes>(arena: Arena, shapes: Shapes): ListsOf<Shapes> {
  const lists = Object.entries(shapes).map(([name, [Kind, length]]) => {
    const { buffer, byteOffset } = arena.uint8(length * Kind.BYTES_PER_ELEMENT) as Uint8Array<ArrayBuffer>;
    return [name, new Kind(buffer, byteOffset, length)];
  });
  return Object.fromEntries(lists) as ListsOf<Shapes>;
}

/** Their sizes in bytes, for `arenaBytes`. */
export function listBytes(shapes: ListShapes): number[] {
  return Object.values(shapes).map(([{ BYTES_PER_ELEMENT }, length]) => length * BYTES_PER_ELEMENT);
}
