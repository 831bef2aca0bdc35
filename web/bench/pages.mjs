// `npm run bench:pages`: pages over tables of 100,000, 1 M and 10 M rows in Chromium. Prints a table: the least of several turns,
// and the processor time of all of Chromium, which other work on the machine hardly changes. The tables are made once.
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import react from "@vitejs/plugin-react";
import { build, preview } from "vite";
import { launch } from "./chromium.mjs";
import { measuring } from "./least.mjs";

const all = [100_000, 1_000_000, 10_000_000];
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : all;
const kept = join(tmpdir(), "cohortium-bench");
mkdirSync(kept, { recursive: true });
const repository = join(import.meta.dirname, "..", "..");
for (const rows of sizes) {
  const args = ["run", "./internal/dev/bench", "-page-rows", String(rows), "-o", join(kept, `page${rows}`)];
  execFileSync("go", args, { cwd: repository, stdio: "inherit" });
}

const folder = mkdtempSync(join(kept, "pages-"));
const config = {
  configFile: false,
  root: import.meta.dirname,
  logLevel: "error",
  plugins: [react()],
  resolve: { alias: { "@": join(import.meta.dirname, "..", "src") } },
  worker: { format: "es" },
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: join(import.meta.dirname, "page.html") },
  },
};
await build(config);
for (const rows of sizes)
  for (const end of [".parquet", ".json", ".table.json"])
    linkSync(join(kept, `page${rows}${end}`), join(folder, `page${rows}${end}`));
const server = await preview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
const browser = await chromium.launch(launch);
const session = await browser.newBrowserCDPSession();
const least = measuring((method) => session.send(method));

let failed = false;
/** Without a limit it is only told. */
function line(what, rows, [wall, processor], limit, isRate = false) {
  const kept = limit === undefined || (isRate ? wall >= limit : wall <= limit);
  failed ||= !kept;
  const said = isRate ? `${wall.toFixed(1)} a second` : `${Math.round(wall)} ms`;
  const bound = isRate ? `≥ ${limit} a second` : `≤ ${limit} ms`;
  const wanted = limit === undefined ? "–" : bound;
  console.log(
    `| ${what} | ${rows.toLocaleString("en-US")} | ${said} | ${Math.round(processor)} ms | ${wanted} | ${kept ? "yes" : "no"} |`,
  );
}

try {
  console.log("| page | rows | measured | processor | wanted | kept |\n|---|---|---|---|---|---|");
  for (const rows of sizes) {
    const page = await browser.newPage({ viewport: { width: 1248, height: 900 } });
    await page.goto(`${server.resolvedUrls.local[0]}page.html`);
    await page.waitForFunction(() => globalThis.benchPage);
    const run = (name, ...of) => page.evaluate(([name, of]) => globalThis.benchPage[name](...of), [name, of]);
    line("first table and Manhattan plot", rows, await least(3, () => run("open", `page${rows}`)), 3000);
    line("a first filter before the background had time", rows, await least(1, () => run("filter", 0.95)));
    if (rows <= 1_000_000) {
      const settled = async () => {
        await run("open", `page${rows}`);
        await run("settle");
      };
      line("a first filter is set", rows, await least(3, () => run("filter", 0.95), settled), 300);
      line("a filter is moved", rows, await least(5, (turn) => run("filter", 0.9 - turn / 10)), 300);
      line("table scrolled", rows, await least(1, () => run("scroll")), 30, true);
    }
    if (rows <= 100_000) line("a formula is changed", rows, await least(5, (turn) => run("edit", turn + 1)), 200);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
if (failed) process.exitCode = 1;
