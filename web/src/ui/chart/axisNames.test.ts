import fc from "fast-check";
import { expect, test } from "vitest";
import { Genome } from "./genome";
import { genomeAxis, negLog10Axis } from "./manhattan";
import type { ChartModel } from "./model";
import { paint } from "./paint";
import type { Pen, TextStyle } from "./pen";
import { paper } from "./tokens";

/** Lengths of GRCh37 in megabases, 1 to 22, X and Y. */
const megabases = [
  249, 243, 198, 191, 181, 171, 159, 146, 141, 136, 135, 134, 115, 107, 103, 90, 81, 78, 59, 63, 48, 51, 155, 59,
];
const genome = Genome.of(megabases.map((length, i) => ({ code: i + 1, length: length * 1_000_000 })));
const model: ChartModel = {
  title: "",
  summary: "",
  x: genomeAxis(genome),
  y: negLog10Axis(10),
  areas: [],
  cells: [],
  lines: [],
  points: [],
  marks: [],
};

/** A figure of 11 px is 6.9 px wide in Inter. */
const widthOf = (text: string) => text.length * 6.9;

/** Where the words below the axis begin and end, from left to right. */
function words(view: readonly [number, number], width: number): { text: string; from: number; to: number }[] {
  const found: { text: string; from: number; to: number }[] = [];
  const note = (x: number, _: number, text: string, style: TextStyle) => {
    if (style.align === "middle") found.push({ text, from: x - widthOf(text) / 2, to: x + widthOf(text) / 2 });
  };
  const pen = new Proxy({} as Pen, {
    get: (_, name) => {
      if (name === "text") return note;
      return name === "clip" ? (_box: unknown, draw: () => void) => draw() : () => undefined;
    },
  });
  paint(model, { x: view, y: [0, 10] }, { width, height: 200 }, paper, pen);
  return found.sort((a, b) => a.from - b.from);
}

const [, end] = genome.domain;

test("names of chromosomes and positions do not touch, at any width and in any part of the genome", () => {
  const places = fc.tuple(fc.integer({ min: 0, max: end - 1 }), fc.integer({ min: 100, max: end }));
  fc.assert(
    fc.property(places, fc.integer({ min: 160, max: 1600 }), fc.boolean(), ([start, span], width, whole) => {
      const view = whole ? genome.domain : ([start, Math.min(end, start + span)] as const);
      const seen = words(view, width);
      for (const [i, { text, from }] of seen.slice(1).entries()) {
        expect([seen[i]?.text, text, from >= (seen[i]?.to ?? 0)]).toEqual([seen[i]?.text, text, true]);
      }
    }),
    { numRuns: 2000 },
  );
});
