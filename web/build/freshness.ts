import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/**
 * Writes `builds/latest.json` and `builds/meta/{buildId}.json`, by which an open page learns that a newer build is served.
 * The id is a hash of the emitted file names (which carry content hashes), so that the same sources give the same build.
 */
export function freshness(): Plugin {
  return {
    name: "cohortium-freshness",
    apply: "build",
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).sort();
      const id = createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16);
      this.emitFile({ type: "asset", fileName: "builds/latest.json", source: JSON.stringify({ id }) });
      this.emitFile({ type: "asset", fileName: `builds/meta/${id}.json`, source: JSON.stringify({ id, files }) });
    },
  };
}
