import { page } from "./page-elements.ts";
import { hideProblem, showProblem } from "./show-problem.ts";

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
  hideProblem();
  try {
    await work(mine.signal);
  } catch (error) {
    if (mine.signal.aborted) return;
    page.results.hidden = true;
    page.placeholder.hidden = true;
    page.status.textContent = "";
    showProblem(error);
  } finally {
    if (newest === mine) {
      newest = null;
      showBusy(false);
    }
  }
}

/** Ends the work at hand; false if there is none. */
export function cancelAttempt(): boolean {
  if (newest === null) return false;
  newest.abort();
  newest = null;
  showBusy(false);
  return true;
}

function showBusy(isBusy: boolean): void {
  page.progress.hidden = !isBusy;
  page.cancel.hidden = !isBusy;
  page.retrain.hidden = isBusy;
  page.results.ariaBusy = String(isBusy);
}
