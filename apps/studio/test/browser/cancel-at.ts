import type { Page } from "playwright-core";

/** Cancels a training in the turn in which the page shows this text: a click from outside might come when it is over. */
export async function cancelAt(page: Page, text: string): Promise<void> {
  await page.evaluate((shown) => {
    return new Promise<void>((done) => {
      const look = () => {
        if (!document.body.innerText.includes(shown)) return;
        observer.disconnect();
        document.querySelector<HTMLButtonElement>("#cancel")?.click();
        done();
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
      look();
    });
  }, text);
}
