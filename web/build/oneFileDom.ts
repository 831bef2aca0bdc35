import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const modules = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const writtenAt = (path: string) => statSync(modules(path)).mtimeMs;

/** Where the tests find it, in `node_modules`. */
const bundle = ".cache/dom/dom.mjs";

/**
 * Before the first test since packages were installed: each world of its own opened the 600 files of happy-dom one by one,
 * which took a sixth of its time.
 */
export async function setup(): Promise<void> {
  if (existsSync(modules(bundle)) && writtenAt(bundle) > writtenAt(".package-lock.json")) return;
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: modules("happy-dom/lib/index.js"),
      outDir: modules(".cache/dom"),
      rolldownOptions: { output: { entryFileNames: "dom.mjs" } },
    },
  });
}
