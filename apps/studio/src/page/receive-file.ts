import { page } from "./page-elements.ts";

/** Calls back with every file that is picked, or dropped anywhere on the page. */
export function receiveFile(receive: (file: File) => void): void {
  page.file.addEventListener("change", () => {
    const [file] = page.file.files ?? [];
    if (file) receive(file);
    // Picking the same file again, after it was corrected, is to be a change too.
    page.file.value = "";
  });
  document.addEventListener("dragover", (event) => {
    // Without this the browser would leave the page and open the file.
    event.preventDefault();
    page.dropZone.classList.add("awaits");
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) page.dropZone.classList.remove("awaits");
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    page.dropZone.classList.remove("awaits");
    const [file] = event.dataTransfer?.files ?? [];
    if (file) receive(file);
  });
}
