/// <reference types="node" />
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { effectModel } from "./effects";
import { type PaintedFigure, toSvg } from "./exportFigure";
import { figureSource, sourceLines } from "./figureSource";
import { effectKeys, type Keys, manhattanKeys, miamiKeys, phewasKeys, volcanoKeys } from "./legends";
import { genomeOf, manhattanModel } from "./manhattan";
import { miamiModel } from "./miami";
import { type ChartModel, wholeView } from "./model";
import { paint } from "./paint";
import type { ManhattanData, QqData } from "./plotData";
import { qqLegend, qqModel } from "./qq";
import { twinText } from "./savePlot";

const golden = <T>(name: string): T => JSON.parse(readFileSync(`../internal/gwas/plot/testdata/${name}.json`, "utf8"));
const manhattan = golden<ManhattanData>("manhattan");
const genome = genomeOf(manhattan);
const qq = golden<QqData>("qq");
const source = figureSource("North HF, QC run 2 · Cohortium version 1.0", new Date("2026-11-27T12:00:00Z"));
const lead = { key: "FTO", label: "FTO", variant: "16:1 A/G", x: 1, y: 2, xError: 0.1, yError: 0.1, shared: true };

const manhattanPlot = manhattanModel(manhattan, genome, []);
const charts: Record<string, { model: ChartModel; keys: Keys }> = {
  Manhattan: { model: manhattanPlot, keys: manhattanKeys(manhattanPlot) },
  QQ: { model: qqModel(qq), keys: qqLegend(qq) },
  Miami: {
    model: miamiModel(genome, { name: "A", data: manhattan }, { name: "B", data: manhattan }, [], "own"),
    keys: miamiKeys,
  },
  effects: {
    model: effectModel([lead], 1, {
      up: "A",
      down: "B",
      unit: "log OR",
    }),
    keys: effectKeys(1),
  },
  PheWAS: { model: manhattanPlot, keys: phewasKeys(manhattanPlot) },
  volcano: { model: manhattanPlot, keys: volcanoKeys(manhattanPlot) },
};

describe("a saved figure", () => {
  it.each(Object.entries(charts))(
    "of %s has axis labels, its legend and its source",
    async (_name, { model, keys }) => {
      const figure: PaintedFigure = {
        title: model.title,
        size: { width: 700, height: 260 },
        legend: () => keys,
        paint: (pen, at, tokens) => paint(model, wholeView(model), at, tokens, pen, {}),
      };
      const svg = new DOMParser().parseFromString(await toSvg(figure, source), "image/svg+xml");
      const texts = [...svg.querySelectorAll("text")].map((text) => text.textContent);
      const height = Number(svg.documentElement.getAttribute("height"));
      for (const label of [model.x.label, model.y.label]) if (label) expect(texts).toContain(label);
      expect(model.y.label).not.toBe("");
      for (const { words } of keys) expect(texts).toContain(words);
      const said = texts.join(" · ");
      for (const part of ["North HF, QC run 2 · Cohortium version 1.0", location.origin, "saved 27 Nov 2026"])
        expect(said).toContain(part);
      expect(height).toBeGreaterThan(260 + 28 + 15);
    },
  );

  it("breaks a long address within the width", () => {
    const lines = sourceLines(["North", `https://x.org/?${"a".repeat(300)}`, "saved 27 Nov 2026"], 320);
    expect(Math.max(...lines.map((line) => line.length))).toBe(50);
    expect(lines.join("").replaceAll(" · ", "")).toContain("a".repeat(300));
  });
});

describe("the source of a saved figure", () => {
  const versioned = (of: string | undefined) => {
    document.title = "FTO · Northern consortium";
    document.body.innerHTML = '<footer data-version="1.4.0"></footer>';
    const [named] = figureSource(of);
    document.body.innerHTML = "";
    return named;
  };

  it("names the program that drew it, or the version that computed the run", () => {
    expect(versioned("HF, EUR; North (rejected)")).toBe("HF, EUR; North (rejected) · Cohortium 1.4.0");
    expect(versioned("North, QC run 2 · Cohortium 1.2.0")).toBe("North, QC run 2 · Cohortium 1.2.0");
  });

  it("is the page where no result is named, without a version on a page that names none", () => {
    expect(versioned(undefined)).toBe("FTO · Northern consortium · Cohortium 1.4.0");
    document.title = "Embedded";
    expect(figureSource(undefined)[0]).toBe("Embedded");
  });
});

it("a saved table has numbers that programs read", () => {
  const columns = [
    { name: "Variant" },
    { name: "N", kind: "number" },
    { name: "Beta (95 % CI)", kind: "number" },
  ] as const;
  const rows = [
    ["4:111,718,067", "1,234,567", "−0.12 (−0.2–1,000.5)"],
    ["rs1", "–", "12,34"],
  ];
  expect(twinText({ caption: "", columns, rows })).toBe(
    "Variant\tN\tBeta (95 % CI)\n4:111,718,067\t1234567\t-0.12 (-0.2–1000.5)\nrs1\t\t12,34\n",
  );
});

/** Every place that makes or saves a figure, so that a new one is looked at here. */
describe("the list of figures", () => {
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => `src/${file}`);
  const containing = (text: RegExp) => sources.filter((file) => text.test(readFileSync(file, "utf8"))).sort();

  it("is saved in two places, and drawn small in one", () => {
    expect(containing(/\bto(Svg|Png)\(/).filter((file) => !file.endsWith("/exportFigure.ts"))).toEqual([
      "src/ui/chart/savePlot.ts",
      "src/ui/page/picture.ts",
      "src/ui/region/ExportMenu.tsx",
    ]);
  });

  it("names its results wherever results are drawn", () => {
    expect(containing(/<FigureOf value=/)).toEqual([
      "src/features/browse/compare/ComparePage.tsx",
      "src/features/browse/region/RegionView.tsx",
      "src/features/hermes/meta/result/MaPage.tsx",
      "src/features/hermes/qc/QcFigures.tsx",
      "src/ui/page/PagePlots.tsx",
    ]);
  });

  it("draws its own legend only where its painter does", () => {
    expect(containing(/legend: "drawn"/)).toEqual([
      "src/features/hermes/freeze/page/FlowCard.tsx",
      "src/features/sgc/consortium/HeatMap.tsx",
      "src/features/sgc/consortium/TopBars.tsx",
      "src/ui/page/picture.ts",
      "src/ui/page/plots/HeatFigure.tsx",
    ]);
  });
});
