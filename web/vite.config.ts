import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { freshness } from "./build/freshness.ts";
import { groups } from "./build/groups.ts";
import { kitStyles } from "./build/kitStyles.ts";
import { writePages } from "./build/pages.ts";
import { precompress } from "./build/precompress.ts";
import { writePreloads } from "./build/preloads.ts";
import { sizes } from "./build/sizes.ts";

const sources = fileURLToPath(new URL("./src", import.meta.url));
const server = process.env.COHORTIUM_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Libraries of many small files, which each test environment would open one by one. */
const manyFiles = [
  ...["react", "react-dom", "react-dom/client", "react/jsx-runtime", "react/jsx-dev-runtime"],
  ...["@mantine/core", "@mantine/dates", "@mantine/hooks", "@mantine/notifications"],
  ...["@tanstack/react-query", "@tanstack/react-router", "@testing-library/react", "@testing-library/user-event"],
  ...["openapi-fetch", "tus-js-client", "zod/mini"],
];

/** Files of tests that put another module in the place of one, which would be there for other files too. */
const apart = readdirSync(sources, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => /\bvi\.(?:mock|doMock|resetModules)\(/.test(readFileSync(`${sources}/${file}`, "utf8")))
  .map((file) => `src/${file}`);

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
    kitStyles(),
    freshness(),
    writePreloads(),
    writePages(),
    precompress(),
    sizes(),
  ],
  resolve: { alias: { "@": sources } },
  // The Go server puts a fresh nonce in place of this word on each answer.
  html: { cspNonce: "__CSP_NONCE__" },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Every page begins with the names of all parts, and hashes cannot be packed: seven letters tell builds apart.
        chunkFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: { groups },
      },
    },
  },
  // The documents of `docs` are part of the pages.
  server: { fs: { allow: [".."] }, proxy: { "/api": { target: server } } },
  test: {
    globalSetup: ["build/oneFileDom.ts"],
    environment: "./src/test-world.ts",
    setupFiles: ["src/test-setup.ts"],
    pool: "threads",
    // The environment takes most of a file's time, so files share one and their imports.
    projects: [
      { extends: true, test: { name: "apart", include: apart } },
      {
        extends: true,
        test: { name: "together", include: ["src/**/*.test.{ts,tsx}"], exclude: apart, isolate: false },
      },
    ],
    deps: { optimizer: { client: { enabled: true, include: manyFiles } } },
    restoreMocks: true,
    // Each waits a third of its time: for what a page delays, and for what it reads.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Whole pages are rendered; a busy machine takes its time.
    testTimeout: 60_000,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
