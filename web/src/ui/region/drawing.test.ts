import { describe, expect, it, test } from "vitest";
import { type Region, regionText } from "@/lib/genome/region";
import { Genome } from "../chart/genome";
import { SvgPen } from "../chart/svgPen";
import { paper } from "../chart/tokens";
import { paintRegion } from "./paintRegion";
import { layOutRegion, prepare, trackAt } from "./regionLayout";
import { regionData } from "./testing";
import { closeRegion } from "./useClosePoints";
import { zoomedAround } from "./useGestures";
import { stretchesOf } from "./useStretchPoints";

const region: Region = { chromosome: 4, start: 1_000_001, end: 2_000_000 };
const show = { credible: true, recombination: true };

describe("the layout", () => {
  const prepared = prepare(regionData());

  it("stacks tracks over genes over the axis, aligned", () => {
    const { tracks, genesTop, axisTop, height, x } = layOutRegion(prepared, region, 800, show);
    expect(tracks.map(({ area }) => area.x)).toEqual([48, 48]);
    expect((tracks[0]?.area.y ?? 0) + (tracks[0]?.area.height ?? 0)).toBeLessThan(tracks[1]?.area.y ?? 0);
    expect(genesTop).toBeLessThan(axisTop);
    expect(height).toBeGreaterThan(axisTop);
    expect(x.range).toEqual([48, 752]);
  });

  it("gives the room of the right axis to the points where there are no rates", () => {
    expect(layOutRegion(prepared, region, 800, { ...show, recombination: false }).x.range[1]).toBe(774);
  });

  it("finds the track at a height", () => {
    const layout = layOutRegion(prepared, region, 800, show);
    expect([0, 100, 400, layout.height].map((y) => trackAt(layout, y))).toEqual([undefined, 0, 1, undefined]);
  });

  it("keeps its lanes while it moves", () => {
    const layout = layOutRegion(prepared, { ...region, start: 5_000_000, end: 6_000_000 }, 800, show, 2);
    expect(layout.axisTop).toBe(layOutRegion(prepared, region, 800, show, 2).axisTop);
  });
});

describe("the drawing", () => {
  const svgOf = (shown = show, data = regionData()) => {
    const pen = new SvgPen();
    const prepared = prepare(data);
    paintRegion(
      { prepared, layout: layOutRegion(prepared, region, 800, shown), show: shown, gene: "PITX2" },
      pen,
      paper,
    );
    return pen.document(800, 700, "region");
  };

  it("names results, lead and genes, and draws the credible set and the rates only when they are wanted", () => {
    const svg = svgOf();
    for (const words of ["HF all", "rs2", "◂ PITX2", "cM/Mb", "chr 4", "−log10 P"]) expect(svg).toContain(words);
    expect(svg).toContain(`stroke="${paper.text}" stroke-width="1.4"`);
    const bare = svgOf({ credible: false, recombination: false });
    expect(bare).not.toContain("cM/Mb");
    expect(bare).not.toContain(`stroke="${paper.text}" stroke-width="1.4"`);
  });

  it("says where a result has nothing", () => {
    const data = regionData();
    const tracks = data.tracks.map((track) => ({ ...track, total: 0 }));
    expect(svgOf(show, { ...data, tracks })).toContain("This result has no variants here.");
  });
});

test.each<[number, number, string]>([
  [1_000_001, 0.5, "4:1000001-1500000"],
  [1_500_000, 0.5, "4:1250001-1750000"],
  [1_500_000, 10, "4:1-5000000"],
])("zoomed around %d by %d", (at, factor, want) => expect(regionText(zoomedAround(region, at, factor))).toBe(want));

describe("closeRegion", () => {
  const genome = Genome.of([
    { code: 1, length: 20_000_000 },
    { code: 2, length: 20_000_000 },
  ]);
  it.each<[string, number, number, string | undefined]>([
    ["small", 21_000_000, 23_000_000, "2:1000001-3000000"],
    ["at the start", 0, 1_000_000, "1:1-1000000"],
    ["as large as may be", 0, 5_000_000, "1:1-5000000"],
    ["too large", 0, 5_000_002, undefined],
    ["over two chromosomes", 19_000_000, 21_000_000, undefined],
  ])("%s", (_, low, high, want) => {
    const found = closeRegion(genome, { x: [low, high], y: [0, 10] });
    expect(found && regionText(found)).toBe(want);
  });
});

describe("stretchesOf", () => {
  const genome = Genome.of([
    { code: 1, length: 20_000_000 },
    { code: 2, length: 20_000_000 },
    { code: 3, length: 20_000_000 },
  ]);
  it.each<[string, number, number, string[]]>([
    ["with a quarter beside it", 4_000_000, 8_000_000, ["1:3000001-9000000"]],
    ["no further than the genome", 0, 8_000_000, ["1:1-10000000"]],
    ["each chromosome in view", 18_000_000, 42_000_000, ["1:12000001-20000000", "2:1-20000000", "3:1-8000000"]],
    ["up to the end of a chromosome", 10_000_000, 18_000_000, ["1:8000001-20000000"]],
  ])("%s", (_, low, high, want) => {
    expect(stretchesOf(genome, [low, high]).map(regionText)).toEqual(want);
  });
});
