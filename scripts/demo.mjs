import { fileURLToPath } from "node:url";
import { runTurbo } from "./run-turbo.mjs";

console.log("cambium: building the packages and the studio");
const { status } = runTurbo(["build"], ["--filter=@cambium-internal/studio"]);
if (status === 0) {
  const { runDemo } = await import("../apps/studio/dist/demo/run-demo.js");
  await runDemo(fileURLToPath(new URL("..", import.meta.url)));
} else {
  console.error("cambium: the build failed (its reason stands above).");
  process.exitCode = 1;
}
