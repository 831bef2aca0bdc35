import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where numbers are rounded to be calculated with, or a rule of its own writes them; each with the reason. */
const own: Record<string, string> = {
  "features/browse/locus/ColocPlots.tsx": "places of marks",
  "ui/locus/SignalsFigure.tsx": "places of marks and ticks of an axis",
  "ui/locus/signals.ts": "corners of marks",
  "features/hermes/qc/steps.ts": "rounds a share",
  "lib/document/legacy-plots.ts": "rounds an old document's threshold",
  "lib/text/csv.ts": "the shortest form of an exported number",
  "lib/engine/format.ts": "the formats of published pages",
  "ui/chart/forest.ts": "looks for the digits that tell numbers apart",
  "ui/chart/scale.ts": "ticks of an axis",
  "ui/page/filters.ts": "rounds what a slider is set to",
  "ui/page/plots/library/histogram.ts": "rounds the edge of a bin",
};

test("numbers are written by lib/format alone, so that signs, digits and groups are the same everywhere", () => {
  const found = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/\.test\.|^lib\/format\/|testing|^test-/.test(file) &&
      /\.toFixed\(|\.toPrecision\(|\.toLocaleString\(|Intl\.NumberFormat/.test(readFileSync(`src/${file}`, "utf8")),
  );
  expect(found.sort()).toEqual(Object.keys(own).sort());
});
