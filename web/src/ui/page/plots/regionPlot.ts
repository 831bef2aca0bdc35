/** The region plot of a page: the rows around a place as a track; genes and recombination where the server knows them. */
import type { Plot } from "@/lib/document/document";
import type { PlotView } from "@/lib/document/views";
import { type Region, regionAround } from "@/lib/region";
import { firstAt } from "../../chart/rising";
import type { RegionData, RegionTrack } from "../../region/regionData";
import type { Placed } from "./genomePlaces";
import type { PlotRows } from "./rows";

export type RegionOf = Extract<Plot, { type: "region" }>;

/** Where the strongest row stands; undefined when no row has a place and a P value. */
export function strongestRegion({ y, order, code, position }: Placed): Region | undefined {
  let best = -1;
  for (let at = 0; at < y.length; at++) if (best < 0 || (y[at] as number) > (y[best] as number)) best = at;
  const row = order[best];
  return row === undefined ? undefined : regionAround(code[row] as number, position[row] as number);
}

/** The region that the state of the page names. */
export function regionOfView(placed: Placed, view: PlotView | undefined): Region | undefined {
  const text = view?.chromosomes?.[0];
  if (text === undefined || !view?.positions) return undefined;
  const chromosome = [...placed.written].find(([, texts]) => texts.includes(text))?.[0];
  if (chromosome === undefined) return undefined;
  return { chromosome, start: Math.max(1, Math.round(view.positions[0])), end: Math.round(view.positions[1]) };
}

export function viewOfRegion(placed: Placed, { chromosome, start, end }: Region): PlotView {
  return { chromosomes: placed.written.get(chromosome) ?? [], positions: [start, end] };
}

export interface DrawnRegion {
  readonly data: RegionData;
  /** Index of the row of each point. */
  readonly rowOf: Uint32Array;
}

/** What else the server said of the region, or why it said nothing. */
export type Surroundings = Pick<RegionData, "genes" | "recombination"> | { readonly missing: string };

export function drawRegion(
  plot: RegionOf,
  rows: PlotRows,
  placed: Placed,
  region: Region,
  build: RegionData["genome_build"],
  around: Surroundings,
): DrawnRegion {
  const start = placed.genome.place(region.chromosome, region.start);
  const from = start === undefined ? 0 : firstAt(placed.x, start);
  const to = start === undefined ? 0 : firstAt(placed.x, start + region.end - region.start + 1);
  const rowOf = placed.order.subarray(from, to);
  const y = [...placed.y.subarray(from, to)];
  const lead = y.length > 0 ? y.reduce((best, value, at) => (value > (y[best] as number) ? at : best), 0) : undefined;
  const none = y.map(() => null);
  const points: RegionTrack["points"] = {
    position: Array.from(rowOf, (i) => placed.position[i] as number),
    neg_log_10_p_value: y,
    beta: none,
    standard_error: none,
    effect_allele: Array.from(rowOf, (i) => (plot.alleles && rows.text(plot.alleles.effect, i)) ?? ""),
    other_allele: Array.from(rowOf, (i) => (plot.alleles && rows.text(plot.alleles.other, i)) ?? ""),
    effect_allele_frequency: none,
    rsid: Array.from(rowOf, (i) => (plot.name && rows.text(plot.name, i)) ?? ""),
    n: none,
  };
  const track: RegionTrack = {
    result: {
      ref: plot.id,
      kind: "file",
      title: plot.title || "This table",
      detail: "",
      phenotype: "",
      ancestry: "",
      genome_build: build,
      effect_scale: "",
      verdict: "",
      public: false,
      address: "",
    },
    total: y.length,
    shown: y.length,
    points,
    credible_set: { size: 0 },
    ...(lead === undefined ? {} : { lead }),
  };
  const { genes, recombination } = "missing" in around ? nothing(around.missing) : around;
  return {
    rowOf,
    data: {
      genome_build: build,
      region: { chromosome: String(region.chromosome), start: region.start, end: region.end },
      tracks: [track],
      other_builds: [],
      genes: plot.genes ? genes : { source: "", items: [] },
      recombination,
      ld: { source: "", sources: [], missing: "No LD (r²) for tables." },
      known: { source: "", total: 0, items: [] },
    },
  };
}

const nothing = (missing: string): Pick<RegionData, "genes" | "recombination"> => ({
  genes: { source: "", items: [], missing },
  recombination: { source: "", position: [], rate: [], missing: "No recombination rates here." },
});
