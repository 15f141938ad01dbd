import { CambiumError } from "cambium";
import { page } from "./page-elements.ts";

let newest: AbortController | null = null;

/**
 * Does a piece of work with signs of life around it, and says what went wrong. Work that begins aborts the work before;
 * the end of aborted work is nobody's concern.
 */
export async function attempt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  newest?.abort();
  const mine = new AbortController();
  newest = mine;
  showBusy(true);
  page.error.hidden = true;
  try {
    await work(mine.signal);
  } catch (error) {
    if (!mine.signal.aborted) showError(error);
  } finally {
    if (newest === mine) {
      newest = null;
      showBusy(false);
    }
  }
}

export function cancelAttempt(): void {
  if (newest === null) return;
  newest.abort();
  newest = null;
  showBusy(false);
  page.status.textContent = "Cancelled.";
}

function showBusy(isBusy: boolean): void {
  page.progress.hidden = !isBusy;
  page.cancel.hidden = !isBusy;
  page.results.ariaBusy = String(isBusy);
}

function showError(error: unknown): void {
  page.results.hidden = true;
  page.status.textContent = "";
  page.error.textContent = error instanceof Error ? error.message : String(error);
  page.error.hidden = false;
  // Here stands what the message may tell to set.
  if (error instanceof CambiumError && error.code === "bad-csv") page.fileFormat.open = true;
}
