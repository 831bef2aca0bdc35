import type { Plugin } from "vite";
import { pagePatterns } from "../src/lib/route/known-paths.ts";

/** What an address must match for a page to be there, as JSON. */
export const pagesFile = (): string => JSON.stringify(pagePatterns);

/** Writes `pages.json`, by which the server knows which addresses have a page: the patterns of the pages' own guard. */
export function writePages(): Plugin {
  return {
    name: "cohortium-pages",
    apply: "build",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "pages.json", source: pagesFile() });
    },
  };
}
