import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/demo/run-demo.ts"],
  outDir: "dist/demo",
  format: "esm",
  platform: "node",
  target: "node20",
  clean: true,
});
