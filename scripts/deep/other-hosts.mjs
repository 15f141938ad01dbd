import { checkMade } from "./host-programs.mjs";
import { findFirefox, madeInFirefox } from "./in-firefox.mjs";
import { armNeeds, madeOnArm, testInNode } from "./in-other-nodes.mjs";

/** Hosts that `npm test` does not have. Each gives what it showed, or throws; `needs` says what is missing for it here. */
const HOSTS = [
  { name: "Node 22", needs: () => "", show: () => testInNode(22) },
  { name: "Node 24", needs: () => "", show: () => testInNode(24) },
  { name: "a page of Firefox, isolated", needs: firefoxNeeds, show: () => showFirefox(true) },
  { name: "a page of Firefox, not isolated", needs: firefoxNeeds, show: () => showFirefox(false) },
  { name: "an emulated ARM", needs: armNeeds, show: async () => checkMade(await madeOnArm()) },
];

/** Tries each host that is here, and tells of each, also of those that are not; whether none failed. */
export async function tryOtherHosts() {
  let failures = 0;
  for (const { name, needs, show } of HOSTS) {
    const missing = needs();
    if (missing) console.log(`left ${name} alone, which needs ${missing}`);
    else if (!(await succeeds(name, show))) failures++;
  }
  return failures === 0;
}

async function succeeds(name, show) {
  try {
    console.log(`ok     ${name}: ${await show()}`);
    return true;
  } catch (error) {
    console.error(`FAILED ${name}: ${error.message}`);
    return false;
  }
}

function firefoxNeeds() {
  return findFirefox() ? "" : "a Firefox on the PATH, or FIREFOX_PATH, which names one";
}

async function showFirefox(isIsolated) {
  return checkMade(await madeInFirefox(findFirefox(), isIsolated), { threads: isIsolated ? 2 : 1 });
}
