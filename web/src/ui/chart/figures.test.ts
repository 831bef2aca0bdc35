/// <reference types="node" />
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cloudModel, cloudTwin } from "./cloud";
import { HitIndex } from "./hit";
import { layOut } from "./layout";
import { closeModel, genomeOf, type Lead, manhattanModel, manhattanTwin } from "./manhattan";
import { type Points, toneIndex, wholeView } from "./model";
import type { CloudData, ManhattanData, QqData } from "./plotData";
import { qqLegend, qqModel, qqTwin, withLambda } from "./qq";
import { lambdaModel, type Placed, placedTwin, senModel } from "./sen";
import { viewOf, zoomBy } from "./zoom";

/** The same files that pin the server's side of the shapes. */
const golden = <T>(name: string): T => JSON.parse(readFileSync(`../internal/gwas/plot/testdata/${name}.json`, "utf8"));

const size = { width: 600, height: 260 };
const manhattan = golden<ManhattanData>("manhattan");
const genome = genomeOf(manhattan);

function leadOf(i: number): Lead {
  const { chromosome, position, y } = manhattan.top;
  return {
    key: `lead${i}`,
    chromosome: chromosome[i] as number,
    position: position[i] as number,
    negLog10P: y[i] as number,
    label: `lead ${i}`,
    facts: [],
  };
}

describe("manhattanModel", () => {
  const model = manhattanModel(manhattan, genome, [leadOf(0)]);

  it("keeps every point inside its chromosome", () => {
    const points = model.points[0];
    manhattan.points.position.forEach((position, i) => {
      const at = genome.locate(points?.x[i] as number);
      expect([at?.chromosome.code, at?.position]).toEqual([manhattan.points.chromosome[i], position]);
    });
  });

  it("draws neighbouring chromosomes in different colours", () => {
    const tones = new Map(manhattan.cells.chromosome.map((c, i) => [c, model.cells[0]?.tone[i]]));
    const codes = [...tones.keys()].sort((a, b) => a - b);
    for (let i = 1; i < codes.length; i++) {
      if (codes[i] === (codes[i - 1] as number) + 1) {
        expect(tones.get(codes[i] as number)).not.toBe(tones.get(codes[i - 1] as number));
      }
    }
  });

  it("gives its cells up for single variants, and its points only for all of them", () => {
    const close: Points = {
      x: [1],
      y: [2],
      tone: [0],
      size: 2,
      shape: "dot",
      describe: () => ({ title: "", facts: [] }),
    };
    const [reduced, leads] = model.points;
    expect(closeModel(model, undefined)).toBe(model);
    expect(closeModel(model, close)).toMatchObject({ cells: [], points: [close, leads] });
    // A point of the reduction is above the same one of thinned variants, because it has more
    // facts.
    expect(closeModel(model, close, true)).toMatchObject({ cells: [], points: [close, reduced, leads] });
  });

  it("holds the highest point and both thresholds", () => {
    expect(model.y.domain[1]).toBeGreaterThan(manhattan.max_y);
    expect(model.lines.map((line) => line.points[1])).toEqual([manhattan.genome_wide, manhattan.suggestive]);
  });

  it("tells the facts of the strongest variants and of none it does not know", () => {
    const i = manhattan.points.position.indexOf(manhattan.top.position[0] as number);
    expect(model.points[0]?.describe(i).facts.map(([name]) => name)).toContain("Effect / other");
    expect(manhattanTwin(manhattan).rows).toHaveLength(manhattan.top.position.length);
  });
});

describe("zoom", () => {
  const model = manhattanModel(manhattan, genome, []);
  const chromosome = genome.chromosomes[1];

  it("fits the height to what is in view and keeps the threshold visible", () => {
    const view = viewOf(model, [chromosome?.start ?? 0, (chromosome?.start ?? 0) + 1_000_000]);
    expect(view?.y[1]).toBeGreaterThanOrEqual(manhattan.genome_wide);
    expect(view?.y[1]).toBeLessThanOrEqual(model.y.domain[1]);
  });

  it("stays inside the genome and comes back to the whole", () => {
    const low = viewOf(model, [-5e9, -4e9]);
    expect(low?.x).toEqual([model.x.domain[0], model.x.domain[0] + 1e9]);
    const half = zoomBy(model, wholeView(model), 2);
    expect(half && half.x[0] >= model.x.domain[0] && half.x[1] <= model.x.domain[1]).toBe(true);
    expect(half && zoomBy(model, half, 0.5)).toBeUndefined();
  });
});

describe("HitIndex", () => {
  const model = manhattanModel(manhattan, genome, []);
  const layout = layOut(model, wholeView(model), size);
  const index = new HitIndex(model, layout);

  it("finds the strongest point under the pointer and nothing in empty space", () => {
    const strongest = manhattan.points.y.indexOf(Math.max(...manhattan.points.y));
    const x = layout.x.map(model.points[0]?.x[strongest] as number);
    const y = layout.y.map(manhattan.points.y[strongest] as number);
    expect(index.at(x + 3, y - 2)?.point).toEqual({ list: 0, index: strongest });
    expect(index.at(layout.area.x + 1, layout.area.y + 1)).toBeUndefined();
  });

  it("agrees with a scan of all points", () => {
    const points = model.points[0];
    for (let k = 0; k < 50; k++) {
      const at = { x: 40 + ((k * 97) % 540), y: 20 + ((k * 53) % 220) };
      const near = Array.from(
        points?.x ?? [],
        (x, i) => [layout.x.map(x), layout.y.map(points?.y[i] as number)] as const,
      )
        .map(([x, y]) => (x - at.x) ** 2 + (y - at.y) ** 2)
        .reduce((least, square) => Math.min(least, square), Number.POSITIVE_INFINITY);
      const hit = index.at(at.x, at.y);
      if (near > 144) expect(hit).toBeUndefined();
      else expect(hit && (hit.x - at.x) ** 2 + (hit.y - at.y) ** 2).toBeCloseTo(near, 6);
    }
  });
});

describe("qqModel", () => {
  const data = golden<QqData>("qq");

  it("draws every series and the band as a closed outline", () => {
    const model = qqModel(data);
    expect(model.points).toHaveLength(data.series.length);
    expect(model.areas[0]?.points).toHaveLength(data.band.expected.length * 4);
    expect(qqTwin(data).rows[0]?.[0]).toBe("All variants");
  });

  it("draws the chosen adjustment in the first colour", () => {
    const adjusted = { ...data, adjustment: data.series.at(-1)?.name ?? "" };
    expect(qqLegend(adjusted).filter((entry) => entry.tone === "first")).toHaveLength(1);
    expect(qqModel(adjusted).points.at(-1)?.tone[0]).toBe(toneIndex("first"));
  });

  it("tells no λ but that of the statistics where they have several degrees of freedom", () => {
    const told = withLambda(data, 1.99);
    expect(qqLegend(data).some(({ words }) => words.includes("λ"))).toBe(true);
    expect(qqLegend(told).some(({ words }) => words.includes("λ"))).toBe(false);
    expect(qqModel(told).summary).toContain("λ 1.990");
  });
});

describe("the strata of a QQ figure", () => {
  it("keep their places in the ramp, whichever of them there are", () => {
    const series = ["all", "MAF < 0.01", "MAF 0.05–0.2", "MAF ≥ 0.2", "MAF unknown"].map((name) => ({
      name,
      n: 1,
      lambda_gc: null,
      expected: [1],
      observed: [1],
    }));
    const data = { ...golden<QqData>("qq"), adjustment: "all", series };
    const tones = ["first", "ramp1", "ramp3", "ramp4", "second"];
    expect(qqLegend(data).map(({ tone }) => tone)).toEqual([...tones, undefined]);
    const drawn = qqModel(data).points.map(({ tone }) => tone[0]);
    expect(drawn).toEqual([...tones.slice(1), "first"].map((tone) => toneIndex(tone as "first")));
  });

  it("are told apart without their colours: each has a shape of its own", () => {
    const names = ["all", "MAF < 0.01", "MAF 0.01–0.05", "MAF 0.05–0.2", "MAF ≥ 0.2"];
    const series = names.map((name) => ({ name, n: 1, lambda_gc: null, expected: [1], observed: [1] }));
    const data = { ...golden<QqData>("qq"), adjustment: "all", series };
    expect(new Set(qqModel(data).points.map(({ shape }) => shape)).size).toBe(names.length);
    expect(
      qqLegend(data)
        .map(({ shape }) => shape)
        .slice(1, -1),
    ).toEqual(
      qqModel(data)
        .points.map(({ shape }) => shape)
        .slice(0, -1),
    );
  });
});

describe("cloudModel", () => {
  const data = golden<CloudData>("eaf");

  it("draws y = x ± band and the points beyond it in the highlight", () => {
    const model = cloudModel(data, "EAF");
    expect(model.lines.map((line) => line.points)).toEqual([
      [0, 0.2, 0.8, 1],
      [0.2, 0, 1, 0.8],
    ]);
    expect(new Set(Array.from(model.points[0]?.tone ?? []))).toEqual(new Set([toneIndex("highlight")]));
    expect(cloudTwin(data).rows).toHaveLength(data.points.x.length);
  });

  it("does not blame a point beyond the square that lies on the line", () => {
    const points = { x: [40, 3], y: [40.05, 4], class: [0, 0], marked: [0, 1], chromosome: [1, 1], position: [1, 2] };
    const pz = cloudModel({ ...data, kind: "pz", max: 20, band: 0, points }, "P–Z");
    expect(Array.from(pz.points[0]?.tone ?? [])).toEqual([toneIndex("first"), toneIndex("highlight")]);
    expect(pz.x.domain[1]).toBe(40.05);
  });

  it("is as large as what is in it", () => {
    const points = { x: [], y: [], class: [], marked: [], chromosome: [], position: [] };
    const small = { ...data, kind: "pz", max: 20, step: 0.5, band: 0, points };
    expect(cloudModel({ ...small, cells: [{ class: 0, x: [0, 7], y: [0, 5], n: [9, 1] }] }, "P–Z").x.domain[1]).toBe(4);
    expect(cloudModel({ ...small, cells: [] }, "P–Z").y.domain[1]).toBe(1);
  });
});

describe("senModel", () => {
  const data = {
    x: 100,
    y: 98,
    ratio: 0.98,
    scale: "linear",
    c: 1,
    median_se: 0.01,
    n_max: 10_000,
    n_effective: null,
    explanation: "√N against c / median SE",
  };

  it("has no figure without a place", () => {
    expect(senModel({ ...data, y: null })).toBeUndefined();
  });

  it("names the one point for the keyboard", () => {
    expect(senModel(data)?.marks.map((mark) => mark.text)).toEqual(["this file"]);
  });

  const other = (name: string, more: Partial<Placed> = {}): Placed => ({
    name,
    accepted: true,
    lambda: 1.04,
    sen: data,
    ...more,
  });

  it("places the others of the same scale, the accepted in another colour and above the rest", () => {
    const twice = { ...data, x: 200, y: 190 };
    const others = [
      other("Accepted", { sen: twice }),
      other("Waits", { accepted: false }),
      other("Odds", { sen: { ...data, scale: "log_odds" } }),
      other("No place", { sen: null }),
    ];
    const model = senModel(data, others);
    expect(Array.from(model?.points[0]?.x ?? [])).toEqual([100, 200]);
    expect(Array.from(model?.points[0]?.tone ?? [])).toEqual([toneIndex("muted"), toneIndex("first")]);
    expect(model?.points[0]?.describe(1).title).toBe("Accepted");
    expect(model?.x.domain[1]).toBeGreaterThan(200);
  });

  it("sets λ against effective N, or the largest N of a quantitative trait", () => {
    const binary = { ...data, n_effective: 4_000 };
    const model = lambdaModel(1.02, binary, [
      other("Inflated", { lambda: 1.43, sen: { ...binary, n_effective: 9_000 } }),
    ]);
    expect(Array.from(model?.points[0]?.x ?? [])).toEqual([9_000]);
    expect(Array.from(model?.points[1]?.y ?? [])).toEqual([1.02]);
    expect(model?.x.label).toBe("effective N");
    expect(model?.y.domain[1]).toBeGreaterThanOrEqual(1.43);
    expect(lambdaModel(1.02, data, [])?.points[1]?.x[0]).toBe(10_000);
    expect(lambdaModel(null, data, [])).toBeUndefined();
    expect(lambdaModel(1.02, null, [])).toBeUndefined();
  });

  it("lists every file, this one first", () => {
    expect(placedTwin(1.02, data, [other("Odd", { lambda: null, sen: null })]).rows).toEqual([
      ["This file", "10,000", "–", "1.020", "0.98"],
      ["Odd", "–", "–", "–", "–"],
    ]);
  });
});
