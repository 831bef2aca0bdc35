import { defineConfig } from "@playwright/test";
import stories from "./playwright.config";

/** Measures each list with an empty cache on a slow line: `npm run bench:cold`, after `make build`. */
export default defineConfig({ ...stories, testMatch: "cold.ts", projects: [{ name: "cold" }], workers: 1 });
