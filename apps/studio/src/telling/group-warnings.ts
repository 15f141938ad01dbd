import type { CambiumWarning, CambiumWarningCode } from "cambium";

/** What one click does about a warning: the columns leave the features, or stay among them, or the target is classes. */
export type WarningRepair =
  | { readonly kind: "leave-out" | "keep"; readonly columns: readonly string[] }
  | { readonly kind: "learn-classes" };

export interface WarningGroup {
  readonly text: string;
  /** The columns, where there are several; else the text names it. */
  readonly columns: readonly string[];
  readonly label: string | null;
  readonly repair: WarningRepair | null;
}

interface Wording {
  /** After the name of one column, and after the number of several. */
  readonly one: string;
  readonly several: string;
  readonly repair?: "leave-out" | "keep";
}

/** Warnings about columns, in words for a person who clicks; all others have a sentence of their own below. */
const aboutColumns: Partial<Record<CambiumWarningCode, Wording>> = {
  "empty-column": {
    one: "has no value in any row, so nothing is learned from it.",
    several: "have no value in any row, so nothing is learned from them.",
    repair: "leave-out",
  },
  "identifier-left-out": {
    one: "names rows: almost every value is another one. It was left out, since new rows have new names.",
    several: "name rows: almost every value is another one. They were left out, since new rows have new names.",
    repair: "keep",
  },
  "row-number": {
    one: "counts the rows, so what is learned from it may hold for no others.",
    several: "count the rows, so what is learned from them may hold for no others.",
    repair: "leave-out",
  },
  "equals-target": {
    one: "gives the target away in every row. Leave it out unless it is known before the target is.",
    several: "give the target away in every row. Leave them out unless they are known before the target is.",
    repair: "leave-out",
  },
  "many-categories": {
    one: "has hundreds of categories. A tree learns little from rare ones that holds for new rows.",
    several: "have hundreds of categories. A tree learns little from rare ones that holds for new rows.",
    repair: "leave-out",
  },
};

const labels = {
  "leave-out": ["Leave it out", "Leave them out"],
  keep: ["Keep it", "Keep them"],
} as const;

/** One entry for each kind of warning, in their order. */
export function groupWarnings(warnings: readonly CambiumWarning[]): WarningGroup[] {
  const codes = [...new Set(warnings.map(({ code }) => code))];
  return codes.flatMap((code) => {
    const same = warnings.filter((warning) => warning.code === code);
    const columns = same.flatMap(({ column }) => (column === undefined ? [] : [column]));
    const wording = aboutColumns[code];
    return wording === undefined || columns.length === 0 ? same.map(aboutTarget) : [groupOf(wording, columns)];
  });
}

function groupOf({ one, several, repair }: Wording, columns: readonly string[]): WarningGroup {
  const isOne = columns.length === 1;
  return {
    text: isOne ? `“${columns[0]}” ${one}` : `${columns.length} columns ${several}`,
    columns: isOne ? [] : columns,
    label: repair === undefined ? null : labels[repair][isOne ? 0 : 1],
    repair: repair === undefined ? null : { kind: repair, columns },
  };
}

function aboutTarget({ code, column, message }: CambiumWarning): WarningGroup {
  const alone = { columns: [], label: null, repair: null };
  if (code === "constant-target")
    return { ...alone, text: `“${column}” has the same value in every row, so there is nothing to learn.` };
  if (code !== "two-valued-target") return { ...alone, text: message };
  return {
    ...alone,
    text: `“${column}” has only two values, and was taken for numbers.`,
    label: "They are classes",
    repair: { kind: "learn-classes" },
  };
}
