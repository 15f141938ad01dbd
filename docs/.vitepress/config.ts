import { defineConfig } from "vitepress";

export default defineConfig({
  title: "Cambium",
  description: "Tree learning for JavaScript",
  lang: "en",
  outDir: "dist",
  cacheDir: ".vitepress/cache",
});
