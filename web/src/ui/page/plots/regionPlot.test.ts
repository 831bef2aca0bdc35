import { describe, expect, it } from "vitest";
import type { RegionData } from "../../region/regionData";
import { drawManhattan } from "./manhattanPlot";
import { drawRegion, regionOfView, rowsOfRegion, type Surroundings, strongestRegion, viewOfRegion } from "./regionPlot";
import { rowsOf } from "./testing";

const place = { chromosome: "chr", position: "pos" };
const y = { column: "p", is: "p", label: "" } as const;
const plot = { id: "r", type: "region", title: "", place, y, name: "rs", genes: true } as const;
const table = {
  chr: ["2", "1", "1", "1"],
  pos: [5, 1_000_000, 1_600_000, 2_000_000],
  p: [0.1, 1e-9, 1e-3, 1e-8],
  rs: ["a", "b", "c", "d"],
};
const wide = { chromosome: 1, start: 1, end: 1_600_000 };

async function within() {
  const rows = await rowsOf(plot as never, table);
  const { placed } = drawManhattan({ ...plot, type: "manhattan", thresholds: [] } as never, rows, "GRCh37");
  return { placed, rows: rowsOfRegion(plot as never, rows, placed, wide) };
}

describe("the rows of a region", () => {
  it("are around the strongest one at first, on its chromosome alone", async () => {
    const { placed, rows } = await within();
    expect(strongestRegion(placed)).toEqual({ chromosome: 1, start: 500_000, end: 1_500_000 });
    expect(rows.points).toMatchObject({ position: [1_000_000, 1_600_000], rsid: ["b", "c"] });
    expect(rows.lead).toBe(0);
    expect(regionOfView(placed, viewOfRegion(placed, wide))).toEqual(wide);
  });
});

const none = { source: "", items: [] };
const answer = (position: number, ld: Partial<RegionData["ld"]> = {}): Surroundings => ({
  genes: none,
  recombination: { source: "", position: [], rate: [] },
  ld: {
    source: "1000 Genomes 5",
    name: "1000 Genomes",
    sources: [],
    variant: { id: `1:${position}`, chromosome: "1", position },
    linked: {
      total: 2,
      position: [1_000_000, 1_600_000],
      id: ["b", "c"],
      allele_a: ["", ""],
      allele_b: ["", ""],
      r2: [1, 0.4],
    },
    ...ld,
  },
});

describe("LD of a region", () => {
  it("colours the rows by r² to the marked one, and names what it is from", async () => {
    const { rows } = await within();
    const { tracks, ld } = drawRegion(plot as never, rows, wide, "GRCh37", answer(1_000_000), 0);
    expect(tracks[0]?.points.r2).toEqual([1, 0.4]);
    expect(ld).toMatchObject({ source: "1000 Genomes 5", name: "1000 Genomes", variant: { position: 1_000_000 } });
  });

  it("is not that of another row while the next answer is read, and not there where nothing is installed", async () => {
    const { rows } = await within();
    const other = drawRegion(plot as never, rows, wide, "GRCh37", answer(1_000_000), 1);
    expect(other.tracks[0]?.points.r2).toBeUndefined();
    expect(other.ld.variant?.position).toBe(1_600_000);
    const without = { source: "", linked: undefined, missing: "No LD data for GRCh37 (hg19) is installed." };
    const { tracks, ld } = drawRegion(plot as never, rows, wide, "GRCh37", answer(1_000_000, without), 0);
    expect(tracks[0]?.points.r2).toBeUndefined();
    expect(ld.missing).toBe("No LD data for GRCh37 (hg19) is installed.");
  });

  it("says why the server could not be asked", async () => {
    const { rows } = await within();
    const { genes, ld } = drawRegion(plot as never, rows, wide, "GRCh37", { missing: "Nothing here." }, 0);
    expect([genes.missing, ld.missing]).toEqual(["Nothing here.", "No LD (r²) here."]);
  });
});
