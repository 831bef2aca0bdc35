import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { freshness } from "./build/freshness.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env.COHORTIUM_DEV_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      routesDirectory: "src/routes",
      generatedRouteTree: "src/routeTree.gen.ts",
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    freshness(),
    precompress(),
  ],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  // The Go server puts a fresh nonce in place of this word on each answer.
  html: { cspNonce: "__CSP_NONCE__" },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0, chunkSizeWarningLimit: 600 },
  server: { proxy: { "/api": { target: server } } },
  test: {
    environment: "happy-dom",
    setupFiles: ["src/test-setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // Whole pages are rendered; a busy machine takes its time.
    testTimeout: 30_000,
    unstubGlobals: true,
    environmentOptions: { happyDOM: { url: "http://localhost:3000" } },
  },
});
