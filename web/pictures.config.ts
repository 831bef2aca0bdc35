import { defineConfig } from "@playwright/test";
import stories from "./playwright.config";

/** Takes the pictures of README and docs of the demo consortium: `make pictures`. */
export default defineConfig({ ...stories, testMatch: "pictures.ts", projects: [{ name: "pictures" }], workers: 1 });
