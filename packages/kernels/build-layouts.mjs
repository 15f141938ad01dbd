import { readdirSync } from "node:fs";

const ROOM = new URL("layouts/", import.meta.url);

/** The bytes of one number of each type. Records have as many numbers as their job says, so these are only counted. */
const BYTES = { u8: 1, u32: 4, i32: 4, usize: 4, u64: 8, i64: 8, f64: 8, record: 1 };

/** The files that `npm run generate` writes from layouts/: the same names for TypeScript and for AssemblyScript. */
export async function buildLayouts() {
  const names = readdirSync(ROOM).filter((file) => file.endsWith(".mjs"));
  const files = await Promise.all(
    names.sort().map(async (file) => {
      const { typescript, assemblyscript } = layoutTexts(await import(new URL(file, ROOM)));
      const name = file.replace(".mjs", "-layout.ts");
      const head = `// Written by \`npm run generate\` from packages/kernels/layouts/${file}. Do not edit.\n\n`;
      return [
        { path: `packages/kernels/src/generated/${name}`, text: head + typescript },
        { path: `packages/kernels/assembly/generated/${name}`, text: head + assemblyscript },
      ];
    }),
  );
  return files.flat();
}

/** The two texts of what one file of layouts/ exports. layouts/README.md says what that may be. */
export function layoutTexts(exported) {
  const parts = Object.entries(exported).map(([name, description]) => partOf(name, description));
  return {
    typescript: parts.map(({ typescript }) => typescript).join("\n"),
    assemblyscript: parts.map(({ assemblyscript }) => assemblyscript).join("\n"),
  };
}

function partOf(name, { about, unit, fields, align, values, ...constant }) {
  if (values) {
    const places = values.map((value, place) => [value, "", place, place]);
    return enumerations(name, about, places);
  }
  if (unit) return enumerations(name, about, placesOf(name, unit, fields, align));
  const [[type, value] = []] = Object.entries(constant);
  if (!(type in BYTES)) throw new Error(`layouts: ${name}: expected unit and fields, values, or a number by its type`);
  return {
    typescript: `${comment(about)}export const ${name} = ${value};\n`,
    assemblyscript: `${comment(about)}export const ${name}: ${type} = ${value};\n`,
  };
}

/** By field: its name, its comment, its index in an array of the unit, and its byte. */
function placesOf(name, unit, fields, align = 16) {
  let end = 0;
  const described = Object.entries(fields).flatMap(([names, text]) => names.split(" ").map((field) => [field, text]));
  const places = described.map(([field, text]) => {
    const [type, about] = typeof text === "string" ? [unit, text] : text;
    const [, number, count = "1", start] = /^([a-z]+\d*)(?:x(\d+))?(?:@(\d+))?$/.exec(type) ?? [];
    if (!(BYTES[number] % BYTES[unit] === 0)) {
      throw new Error(`layouts: ${name}.${field}: expected a type of whole ${unit}, such as ${unit}x2, got ${type}`);
    }
    const byte = roundUp(end, Number(start ?? BYTES[number]));
    end = byte + Number(count) * BYTES[number];
    return [field, about, byte / BYTES[unit], byte];
  });
  const bytes = roundUp(end, align);
  return [...places, ["size", "What all of it takes.", bytes / BYTES[unit], bytes]];
}

function roundUp(bytes, step) {
  return Math.ceil(bytes / step) * step;
}

function enumerations(name, about, places) {
  const indices = places.map(([field, text, index]) => `${comment(text, "  ")}  ${field} = ${index},\n`);
  const bytes = places.map(([field, text, , byte]) => `  ${field} = ${byte},${text && ` // ${text}`}\n`);
  return {
    typescript: `${comment(about)}export enum ${name} {\n${indices.join("")}}\n`,
    assemblyscript: `${comment(about)}export const enum ${name} {\n${bytes.join("")}}\n`,
  };
}

function comment(text, indent = "") {
  return text ? `${indent}/** ${text} */\n` : "";
}
