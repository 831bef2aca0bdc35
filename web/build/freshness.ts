import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/**
 * The id of a build: a hash of the names of its parts, which carry content hashes, so that the same sources give the same
 * build. The shell and what is derived later are not among them.
 */
function buildId(fileNames: string[]): string {
  const parts = fileNames.filter((name) => name.startsWith("assets/") && !name.endsWith(".gz")).sort();
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 16);
}

/**
 * Writes `builds/latest.json` and `builds/meta/{buildId}.json`, by which an open page learns that a newer build is served,
 * and the id into the shell, by which it knows its own.
 */
export function freshness(): Plugin {
  return {
    name: "cohortium-freshness",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const content = buildId(Object.keys(bundle ?? {}));
        return [{ tag: "meta", attrs: { name: "cohortium-build", content }, injectTo: "head" }];
      },
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const files = Object.keys(bundle)
          .filter((name) => name.startsWith("assets/") && !name.endsWith(".gz"))
          .sort();
        const id = buildId(files);
        this.emitFile({ type: "asset", fileName: "builds/latest.json", source: JSON.stringify({ id }) });
        this.emitFile({ type: "asset", fileName: `builds/meta/${id}.json`, source: JSON.stringify({ id, files }) });
      },
    },
  };
}
