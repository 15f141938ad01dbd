import { CambiumError } from "@cambium/core";

/** The code and the whole message of the CambiumError that `run` ends with; anything else is passed on. */
export async function failureOf(run: () => unknown): Promise<string> {
  try {
    await run();
  } catch (error) {
    if (error instanceof CambiumError) return `${error.code} | ${error.message}`;
    throw error;
  }
  return "no error";
}
