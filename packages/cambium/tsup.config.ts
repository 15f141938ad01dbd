import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/io.ts", "src/viz.ts"],
  format: "esm",
  dts: true,
  sourcemap: true,
  clean: true,
});
