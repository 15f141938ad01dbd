/** One line for notes that say the same of several columns. */
export interface NoteGroup {
  readonly text: string;
  /** The columns, each with what is its own; empty where the note stands alone. */
  readonly columns: readonly string[];
}

interface ColumnNote {
  readonly column: string;
  readonly rest: string;
}

/** Notes in their order; those that differ only in their column, or in numbers, are told once. */
export function groupNotes(notes: readonly string[], columnNames: readonly string[]): NoteGroup[] {
  const groups = new Map<string, { note: string; members: ColumnNote[] }>();
  const known = new Set(columnNames);
  for (const note of notes) {
    const about = columnNote(note, known);
    const key = about === null ? note : withoutNumbers(about.rest);
    const group = groups.get(key) ?? { note, members: [] };
    if (about !== null) group.members.push(about);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ note, members }) => {
    if (members.length < 2) return { text: note, columns: [] };
    const shared = sharedBeginning(members.map(({ rest }) => rest));
    const text = shared === "" ? withoutNumbers(members[0].rest) : shared;
    return {
      text: `${members.length} columns ${plural(text)}`,
      columns: members.map(({ column, rest }) => {
        const own = rest.slice(shared.length);
        return shared === "" ? `${column} ${own}` : `${column}${own}`;
      }),
    };
  });
}

/** "has 3 levels" and "has 1 level" say the same. */
function withoutNumbers(rest: string): string {
  return rest.replace(/\d[\d,.]*(?: \w+)?/g, "…");
}

/** `column "a" has no value` as its column and the rest; null for other notes. */
function columnNote(note: string, known: ReadonlySet<string>): ColumnNote | null {
  const start = 'column "';
  if (!note.startsWith(start)) return null;
  // A name may contain quotes: the longest name that is known is the one.
  for (let end = note.lastIndexOf('" '); end >= start.length; end = note.lastIndexOf('" ', end - 1)) {
    const column = note.slice(start.length, end);
    if (known.has(column)) return { column, rest: note.slice(end + 2) };
  }
  return null;
}

/** What all texts begin with, up to the end of a clause. */
function sharedBeginning(texts: readonly string[]): string {
  let [shared = ""] = texts;
  for (const text of texts) while (!text.startsWith(shared)) shared = shared.slice(0, -1);
  if (texts.every((text) => text === shared)) return shared;
  const clause = Math.max(shared.lastIndexOf(", "), shared.lastIndexOf(": "), shared.lastIndexOf("; "));
  return clause < 0 ? "" : shared.slice(0, clause);
}

function plural(rest: string): string {
  return rest.replace(/^is /, "are ").replace(/^has /, "have ");
}
