/** The region plot of a page: the rows around a place as a track; genes and recombination where the server knows them. */
import type { Plot } from "@/lib/document/document";
import type { PlotView } from "@/lib/document/views";
import { chromosomeName, type Region, regionAround } from "@/lib/genome/region";
import { firstAt } from "../../chart/rising";
import type { RegionData, RegionTrack } from "../../region/regionData";
import type { Placed } from "./genomePlaces";
import { linkedTo, r2Of } from "./linkage";
import type { PlotRows } from "./rows";

export type RegionOf = Extract<Plot, { type: "region" }>;

/** The region of the strongest row; undefined if no row has a position and a P value. */
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

/** The rows of a region, by position. */
export interface RegionRows {
  readonly points: RegionTrack["points"];
  /** Index of the row of each point. */
  readonly rowOf: Uint32Array;
  /** The strongest point; undefined when there is none. */
  readonly lead: number | undefined;
}

export function rowsOfRegion(plot: RegionOf, rows: PlotRows, placed: Placed, region: Region): RegionRows {
  const start = placed.genome.place(region.chromosome, region.start);
  const from = start === undefined ? 0 : firstAt(placed.x, start);
  const to = start === undefined ? 0 : firstAt(placed.x, start + region.end - region.start + 1);
  const rowOf = placed.order.subarray(from, to);
  const y = [...placed.y.subarray(from, to)];
  const none = y.map(() => null);
  const textOf = (column: string | undefined) => Array.from(rowOf, (i) => (column && rows.text(column, i)) ?? "");
  return {
    rowOf,
    lead: y.length > 0 ? y.reduce((best, value, at) => (value > (y[best] as number) ? at : best), 0) : undefined,
    points: {
      position: Array.from(rowOf, (i) => placed.position[i] as number),
      neg_log_10_p_value: y,
      beta: none,
      standard_error: none,
      effect_allele: textOf(plot.alleles?.effect),
      other_allele: textOf(plot.alleles?.other),
      effect_allele_frequency: none,
      rsid: textOf(plot.name),
      n: none,
    },
  };
}

/** The server's other data for the region, or why there are none. */
export type Surroundings = Pick<RegionData, "genes" | "recombination" | "ld"> | { readonly missing: string };

/** The rows with the server's data around them; LD refers to the point `to`, which is marked. */
export function drawRegion(
  plot: RegionOf,
  { points, lead }: RegionRows,
  region: Region,
  build: RegionData["genome_build"],
  around: Surroundings,
  to: number | undefined,
): RegionData {
  const shown = points.position.length;
  const { genes, recombination, ld } = "missing" in around ? nothing(around.missing) : around;
  const r2 = to === undefined ? undefined : r2Around(ld, points, to);
  return {
    genome_build: build,
    region: { chromosome: String(region.chromosome), start: region.start, end: region.end },
    tracks: [
      {
        result: resultOf(plot, build),
        total: shown,
        shown,
        points: { ...points, ...(r2 && { r2 }) },
        credible_set: { size: 0 },
        ...(lead !== undefined && { lead }),
      },
    ],
    other_builds: [],
    genes: plot.genes ? genes : { source: "", items: [] },
    recombination,
    ld: ldOf(ld, points, region, to),
    known: { source: "", total: 0, items: [] },
  };
}

const resultOf = ({ id, title }: RegionOf, genome_build: RegionData["genome_build"]): RegionTrack["result"] => ({
  ref: id,
  kind: "file",
  title: title || "This table",
  detail: "",
  phenotype: "",
  ancestry: "",
  genome_build,
  effect_scale: "",
  verdict: "",
  caveat: "",
  public: false,
  address: "",
});

/** LD of another variant, as while the next one loads, is not used. */
function r2Around({ variant, linked }: RegionData["ld"], points: RegionRows["points"], to: number) {
  return linked && variant?.position === points.position[to] ? r2Of(linked, points) : undefined;
}

function ldOf(
  ld: RegionData["ld"],
  points: RegionRows["points"],
  { chromosome }: Region,
  to: number | undefined,
): RegionData["ld"] {
  const { source, name, missing } = ld;
  const said = { source, sources: [], ...(name !== undefined && { name }), ...(missing !== undefined && { missing }) };
  if (to === undefined) return said;
  const [effect_allele, other_allele] = [points.effect_allele[to], points.other_allele[to]];
  const alleles = effect_allele && other_allele ? { effect_allele, other_allele } : {};
  const variant = {
    chromosome: chromosomeName(chromosome),
    position: points.position[to] as number,
    rsid: "",
    ...alleles,
  };
  return { ...said, variant: { id: linkedTo(variant.chromosome, points, to), ...variant } };
}

const nothing = (missing: string): Pick<RegionData, "genes" | "recombination" | "ld"> => ({
  genes: { source: "", items: [], missing },
  recombination: { source: "", position: [], rate: [], missing: "No recombination rates here." },
  ld: { source: "", sources: [], missing: "No LD (r²) here." },
});
