import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const smallest = 1024;

/** Emits a `.gz` beside each script and style sheet, so that the server never compresses the same bytes twice. */
export function precompress(): Plugin {
  return {
    name: "cohortium-precompress",
    apply: "build",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue;
          const source = Buffer.from(file.type === "chunk" ? file.code : file.source);
          if (source.length < smallest) continue;
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) });
        }
      },
    },
  };
}
