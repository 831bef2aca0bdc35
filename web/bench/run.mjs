// `npm run bench`: figures of many points in Chromium, beside a plain SVG of the same points in the same run. Prints a table.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { launch } from "./chromium.mjs";

const folder = mkdtempSync(join(tmpdir(), "cohortium-bench-"));
const config = {
  configFile: false,
  root: import.meta.dirname,
  logLevel: "error",
  plugins: [react()],
  resolve: { alias: { "@": join(import.meta.dirname, "..", "src") } },
  build: { outDir: folder, emptyOutDir: true, target: "es2022", chunkSizeWarningLimit: 2000 },
};
await build(config);
const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch(launch);
try {
  const page = await browser.newPage({ viewport: { width: 1248, height: 400 } });
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => globalThis.drawOurs);
  const line = (what, n, { first, frames }) =>
    console.log(`| ${what} | ${n.toLocaleString("en-US")} | ${Math.round(first)} | ${frames.toFixed(1)} |`);
  console.log("| Manhattan plot | points | painted after, ms | moved, frames a second |\n|---|---|---|---|");
  for (const n of [100_000, 1_000_000]) {
    line("ours, canvas", n, await page.evaluate((n) => globalThis.drawOurs(n), n));
    line("plain SVG", n, await page.evaluate((n) => globalThis.drawSvg(n), n));
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
