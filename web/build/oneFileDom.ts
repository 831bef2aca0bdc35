import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const modules = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));
const writtenAt = (path: string) => statSync(path).mtimeMs;

/** Where the tests find it, in `node_modules`. */
const bundle = modules(".cache/dom/dom.mjs");

/** Whether it was made from the installed packages by this version of this file. */
const isFresh = () =>
  existsSync(bundle) &&
  [modules(".package-lock.json"), fileURLToPath(import.meta.url)].every(
    (source) => writtenAt(bundle) > writtenAt(source),
  );

/**
 * Before the first test, unless it is there: each world of its own opened the 600 files of happy-dom one by one,
 * which took a sixth of its time.
 */
export async function setup(): Promise<void> {
  if (isFresh()) return;
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: modules("happy-dom/lib/index.js"),
      outDir: modules(".cache/dom"),
      // The error for a missing element prints the page, with the names of classes.
      rolldownOptions: { output: { entryFileNames: "dom.mjs", keepNames: true } },
    },
  });
}
