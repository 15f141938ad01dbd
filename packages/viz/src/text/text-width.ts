/**
 * Advance widths in thousandths of an em: the characters of each width in one string. A page draws the first font of the
 * theme that it has. Each width is that of the widest: Inter, Helvetica, Arial, or DejaVu Sans, which is the `sans-serif`
 * of many a Linux.
 */
const widthClasses: readonly (readonly [width: number, characters: string])[] = [
  [280, "'ijl"],
  [300, "I"],
  [320, " ,."],
  [340, "/:;\\|"],
  [360, "f"],
  [380, "-"],
  [400, "()[]t"],
  [420, "!r"],
  [460, '"'],
  [500, "*`"],
  [520, "J"],
  [540, "sz"],
  [560, "c"],
  [580, "?L_k"],
  [600, "vxy·"],
  [620, "aeo"],
  [640, "$0123456789FTbdghnpqu{}"],
  [700, "ABEKPSVXYZ"],
  [760, "CHNRU"],
  [780, "&D"],
  [820, "GOQw"],
  [840, "#+<=>^~≤≥−±×÷"],
  [880, "M"],
  [960, "%"],
  [980, "m"],
  [1000, "W"],
  [1060, "@"],
];

/** Of letters that the table lacks: those of most scripts, and their capitals. */
const SMALL_LETTER = 680;
const CAPITAL = 820;
const BROAD_LETTER = 1080;
const FULL_WIDTH = 1040;
const ELLIPSIS = "…";

/** The same in bold, where it is another width. */
const boldClasses: typeof widthClasses = [
  [320, "'"],
  [360, " ijl"],
  [380, ",./I\\|"],
  [400, ":;"],
  [420, "-"],
  [440, "f"],
  [460, "!()[]"],
  [480, "t"],
  [500, "r"],
  [540, '"*'],
  [580, "J"],
  [600, "csz"],
  [640, "?L"],
  [660, "vxy"],
  [680, "aek"],
  [700, "$0123456789FTo"],
  [720, "Sbdghnpqu{}"],
  [740, "PYZ"],
  [780, "ABKRVX"],
  [820, "U"],
  [840, "DGHN"],
  [860, "OQ"],
  [880, "&"],
  [940, "w"],
  [1000, "M"],
  [1020, "%@"],
  [1060, "m"],
  [1120, "W"],
];

function widthTable(classes: typeof widthClasses): ReadonlyMap<string, number> {
  return new Map(classes.flatMap(([width, characters]) => [...characters].map((c) => [c, width] as const)));
}

const regularWidths = widthTable(widthClasses);
const boldWidths = widthTable([...widthClasses, ...boldClasses]);

/** Scripts and symbols that take a square each, on screens as in terminals. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;
/** Letters that are broader than others of their script, as M and W are. */
const BROAD =
  /[ÆæŒœƢǍǱǲǳ\u0386-\u038fΜΩΦΨΏЂЉЊЋЖМФШЩЪЫЬЮжмфшщъыюљњѠѡѢѨѩѪѬ\u0531-\u0556\u0628-\u062b\u0633-\u0638\u10a0-\u10c5ǄǅǆǇǊ]/;
const CAPITALS = /\p{Lu}/u;
/** Arrows, fractions, dingbats: whatever is neither a letter nor a digit of a script. */
const SYMBOL = /[\p{S}\p{No}\p{Pd}‰‱…]/u;
const NO_WIDTH = /\p{M}|\u200b|\u200c|\u200d/u;

/** How much wider the letters that the table lacks are in bold. */
const BOLD_GAIN = 1.12;

/**
 * Width in pixels, without a canvas. Plots are cut to size where the specification is made: a renderer without a canvas
 * guesses the width of text, and would cut names that fit.
 */
export function textWidth(text: string, fontSize: number, bold = false): number {
  let thousandths = 0;
  for (const character of text) thousandths += characterWidth(character, bold);
  return (thousandths / 1000) * fontSize;
}

function characterWidth(character: string, bold: boolean): number {
  const known = (bold ? boldWidths : regularWidths).get(character);
  if (known !== undefined) return known;
  return otherWidth(character) * (bold ? BOLD_GAIN : 1);
}

function otherWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  if (WIDE.test(character) || SYMBOL.test(character)) return FULL_WIDTH;
  if (BROAD.test(character)) return BROAD_LETTER;
  return CAPITALS.test(character) ? CAPITAL : SMALL_LETTER;
}

/** Columns of a terminal. */
export function columnWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Of a longer text nobody measures more: a file may have names of a megabyte. */
const MOST_MEASURED = 1000;

/** The text, or as much of its beginning as fits, with an ellipsis. */
export function fitText(text: string, width: number, measure: (text: string) => number): string {
  if (text.length <= MOST_MEASURED && measure(text) <= width) return text;
  const characters = [...text.slice(0, MOST_MEASURED)];
  const shorter = (count: number) => characters.slice(0, count).join("").trimEnd() + ELLIPSIS;
  const fits = (count: number) => measure(shorter(count)) <= width;
  // A longer beginning is never narrower.
  let least = -1;
  for (let most = characters.length - (text.length > MOST_MEASURED ? 0 : 1); least < most; ) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return least < 0 ? "" : shorter(least);
}
