import { fileURLToPath } from "node:url";
import { build } from "vite";

const modules = (path: string) => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url));

/** Before all tests: each world of its own opened the 600 files of happy-dom one by one, which took a sixth of its time. */
export async function setup(): Promise<void> {
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
