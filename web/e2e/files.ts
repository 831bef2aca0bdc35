import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import type { TestInfo } from "@playwright/test";
import { realFile } from "./story";

/** A real file of 3,950 rows that passes QC. */
export const real = realFile("ukb_d_shared/ukb-d-X_RESPIRATORY.gwaslab.tsv.gz");

/** Its lines, the header first. */
export function realLines(): string[] {
  return gunzipSync(readFileSync(real)).toString().trimEnd().split("\n");
}

export const packed = (lines: string[]): Buffer => gzipSync(`${lines.join("\n")}\n`, { level: 9 });

/**
 * The real rows `times` over, each copy shifted by some bases and without identifiers: enough work
 * to be interrupted. Copies of a row are adjacent, which compresses to a tenth of the upload.
 */
export function manyRows(times: number): Buffer {
  const [header = "", ...rows] = realLines();
  const names = header.split("\t");
  const cells = rows.map((row) => row.split("\t"));
  const [at, id, rsid] = ["POS", "SNPID", "rsID"].map((name) => names.indexOf(name)) as [number, number, number];
  const lines = [header];
  for (const row of cells) {
    for (let copy = 0; copy < times; copy++) {
      const moved = row
        .with(at, String(Number(row[at]) + copy))
        .with(id, "NA")
        .with(rsid, "NA");
      lines.push(moved.join("\t"));
    }
  }
  return packed(lines);
}

/** Writes a file into the folder of this test and answers its path. */
export function saved(info: TestInfo, name: string, bytes: Buffer): string {
  const path = info.outputPath(name);
  writeFileSync(path, bytes);
  return path;
}
