import type { CambiumError } from "./cambium-error.ts";

/**
 * Reads JSON that nobody vouches for: every step says what it expects, and where it stood when something else came. Only
 * the fields that are asked for are read, so a key such as `__proto__` is never copied anywhere. `damaged` makes the error.
 */
export class JsonReader {
  private constructor(
    readonly value: unknown,
    /** What it is a part of, and under which key; null for the whole. */
    private readonly parent: JsonReader | null,
    private readonly key: string | number,
    private readonly damaged: (what: string) => CambiumError,
  ) {}

  /** `path` is what messages call the whole of it. */
  static parse(text: string, damaged: (what: string) => CambiumError, path = "its header"): JsonReader {
    try {
      return new JsonReader(JSON.parse(text), null, path, damaged);
    } catch {
      throw damaged(`${path} is not JSON`);
    }
  }

  /** Where it stands. It is put together for a message only: a hostile file may have millions of parts. */
  get path(): string {
    const keys: string[] = [];
    for (let at: JsonReader | null = this; at !== null; at = at.parent) {
      keys.push(typeof at.key === "number" ? `[${at.key}]` : at.key);
    }
    return keys.reverse().join("");
  }

  field(name: string): JsonReader {
    const field = this.optional(name);
    if (field === null) throw this.#expected(`a field "${name}"`);
    return field;
  }

  /** Null where there is no such field. */
  optional(name: string): JsonReader | null {
    const { value } = this;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
    return this.#part((value as Record<string, unknown>)[name], `.${name}`);
  }

  list(): JsonReader[] {
    if (!Array.isArray(this.value)) throw this.#expected("a list");
    return this.value.map((item: unknown, index) => this.#part(item, index));
  }

  entries(): [string, JsonReader][] {
    const { value } = this;
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.#expected("an object");
    return Object.entries(value).map(([name, item]) => [name, this.#part(item, `.${name}`)]);
  }

  text(): string {
    if (typeof this.value !== "string") throw this.#expected("text");
    return this.value;
  }

  /** A list of it. */
  texts(): string[] {
    return this.list().map((item) => item.text());
  }

  number(): number {
    if (typeof this.value !== "number" || !Number.isFinite(this.value)) throw this.#expected("a number");
    return this.value;
  }

  numberOrText(): number | string {
    return typeof this.value === "string" ? this.value : this.number();
  }

  integer(least: number, most: number): number {
    const value = this.number();
    if (!Number.isInteger(value) || value < least || value > most)
      throw this.#expected(`a whole number from ${least} to ${most}`);
    return value;
  }

  oneOf<T extends string>(names: readonly T[]): T {
    const found = names.find((name) => name === this.value);
    if (found === undefined) throw this.#expected(`one of ${names.join(", ")}`);
    return found;
  }

  isNull(): boolean {
    return this.value === null;
  }

  #part(value: unknown, key: string | number): JsonReader {
    return new JsonReader(value, this, key, this.damaged);
  }

  #expected(what: string): CambiumError {
    return this.damaged(`${this.path} should be ${what}`);
  }
}
