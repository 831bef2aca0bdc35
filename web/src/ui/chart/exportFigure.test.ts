/// <reference types="node" />
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toSvg } from "./exportFigure";
import { genomeOf, manhattanModel } from "./manhattan";
import { type ChartModel, wholeView } from "./model";
import { paint } from "./paint";
import type { ManhattanData } from "./plotData";

/** The same files that pin the server's side of the shapes. */
const golden = <T>(name: string): T => JSON.parse(readFileSync(`../internal/gwas/plot/testdata/${name}.json`, "utf8"));

const manhattan = golden<ManhattanData>("manhattan");
const genome = genomeOf(manhattan);

describe("toSvg", () => {
  it("draws what the page draws", async () => {
    const model: ChartModel = {
      ...manhattanModel(manhattan, genome, []),
      x: { domain: [0, 10], label: "x & y", grid: false, ticks: () => [{ value: 5, label: "5" }] },
      y: { domain: [0, 4], label: "−log10 P", grid: true, ticks: () => [{ value: 2, label: "2" }] },
      cells: [],
      points: [
        { x: [1, 5], y: [1, 3], tone: [0, 2], size: 4, shape: "square", describe: () => ({ title: "", facts: [] }) },
      ],
      lines: [{ points: [0, 2, 10, 2], tone: "highlight", dash: [4, 4] }],
      marks: [{ key: "a", x: 5, y: 3, text: "rs1 <lead>", facts: { title: "", facts: [] } }],
    };
    const svg = await toSvg(
      {
        title: "Small",
        size: { width: 200, height: 120 },
        legend: "drawn",
        paint: (pen, at, tokens) => paint(model, wholeView(model), at, tokens, pen, { selected: "a" }),
      },
      ["North HF, QC run 2", "https://x.org/a", "saved 27 Nov 2026"],
    );
    expect(svg).toMatchInlineSnapshot(`
      "<svg xmlns="http://www.w3.org/2000/svg" width="216" height="203" viewBox="0 0 216 203" font-family="&quot;Inter Variable&quot;, Inter, system-ui, sans-serif" role="img"><title>Small</title><rect x="0" y="0" width="216" height="203" fill="#ffffff"/><text x="8" y="18" fill="#16202c" font-size="13" font-weight="600">Small</text><g transform="translate(8 28)"><rect x="0" y="0" width="200" height="120" fill="#ffffff"/><polyline points="24,54.5 190,54.5" fill="none" stroke="#e3e6eb" stroke-width="1"/><clipPath id="clip1"><rect x="22" y="24" width="170" height="60"/></clipPath><g clip-path="url(#clip1)"><path d="M38.6 66h4v4h-4z" fill="#2f4bd8"/><path d="M105 38h4v4h-4z" fill="#d1495b"/><polyline points="24,54 190,54" fill="none" stroke="#d1495b" stroke-width="1" stroke-dasharray="4 4"/></g><circle cx="107" cy="40" r="4.5" fill="#d1495b" stroke="#ffffff" stroke-width="1.5"/><text x="107" y="30" fill="#d1495b" font-size="11" font-weight="600" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke" text-anchor="middle">rs1 &lt;lead&gt;</text><text x="18" y="58" fill="#677384" font-size="11" text-anchor="end">2</text><text x="107" y="97" fill="#677384" font-size="11" text-anchor="middle">5</text><text x="0" y="12" fill="#5b6776" font-size="11">−log10 P</text><text x="107" y="115" fill="#5b6776" font-size="11" text-anchor="middle">x &amp; y</text></g><g transform="translate(8 148)"><text x="0" y="19" fill="#5b6776" font-size="11">North HF, QC run 2</text><text x="0" y="34" fill="#5b6776" font-size="11">https://x.org/a</text><text x="0" y="49" fill="#5b6776" font-size="11">saved 27 Nov 2026</text></g></svg>
      "
    `);
  });
});
