import { fileURLToPath } from "node:url";
import { defaultClientConditions, defineConfig, type Plugin } from "vite";

/** What the built page may do: run its own scripts and the kernels, and talk to nobody. So its data can not leave it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Not while developing, where Vite reloads the page through a socket and puts styles into it. */
const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: () => [
    { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY }, injectTo: "head-prepend" },
  ],
};

export default defineConfig({
  base: "./",
  build: { outDir: "dist/page", emptyOutDir: true, chunkSizeWarningLimit: 1000, modulePreload: { polyfill: false } },
  plugins: [contentSecurityPolicy],
  resolve: {
    alias: { "@datasets": fileURLToPath(new URL("../../fixtures/datasets", import.meta.url)) },
    conditions: ["@cambium/source", ...defaultClientConditions],
  },
});
