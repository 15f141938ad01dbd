import { findProgram } from "./find-program.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium or Chrome: CHROME_PATH when it is set, else the first found; null when there is none. */
export function findChromium(environment = process.env) {
  return findProgram(environment, "CHROME_PATH", NAMES, PLACES);
}
