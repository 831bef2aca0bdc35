import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import chromium from "./chromium.json" with { type: "json" };
import type { StackOptions } from "./e2e/server";

/** Chromium without the parts that draw a window takes a third less work; the engine is the same. */
const browser = chromium.programs.find(existsSync);

/** Browser stories against the real binary, on both storage stacks. */
export default defineConfig<StackOptions>({
  testDir: "e2e",
  testMatch: "*.e2e.ts",
  outputDir: "test-results",
  timeout: 180_000,
  expect: { timeout: 15_000 },
  globalSetup: "./e2e/services.ts",
  workers: Math.ceil(availableParallelism() * 1.5), // each has a server and a browser of its own; one more on two cores gains nothing
  forbidOnly: Boolean(process.env.CI),
  retries: process.env.CI ? 1 : 0, // a second try is reported as flaky
  reporter: [["list"]],
  use: {
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // A trace makes a story half as long again: of a first try it is made with --trace retain-on-failure.
    trace: "on-first-retry",
    actionTimeout: 15_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? browser,
      args: chromium.flags,
    },
  },
  projects: [
    // First, as one of its stories waits for a minute: the others go on meanwhile.
    {
      name: "postgresql + s3",
      use: { stack: "postgres-s3" },
      testMatch: [
        ...["main-job.e2e.ts", "survives.e2e.ts", "accounts.e2e.ts", "audit.e2e.ts"],
        ...["registry.e2e.ts", "registry-files.e2e.ts", "pages.e2e.ts", "bioindex.e2e.ts"],
      ],
    },
    { name: "sqlite + folder", use: { stack: "sqlite" } },
  ],
});
