/** Builds the Manhattan figure from the server's reduction. */
import { plural } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import { type Chromosome, Genome } from "./genome";
import type { Axis, Cells, ChartModel, Fact, Facts, Mark, Points } from "./model";
import { toneIndex } from "./model";
import type { ManhattanData } from "./plotData";
import { niceTicks, upTo } from "./scale";
import type { Twin } from "./TwinTable";
import { formatLocus, formatNumber, formatP, formatWhole } from "./words";

/** The lead variant of a locus: labelled, selectable, reachable by keyboard. */
export interface Lead {
  readonly key: string;
  /** GWAS-SSF code. */
  readonly chromosome: number;
  /** 1-based. */
  readonly position: number;
  readonly negLog10P: number;
  readonly label: string;
  readonly facts: readonly Fact[];
}

export function genomeOf(data: ManhattanData): Genome {
  const { code, name, length, offset } = data.chromosomes;
  return new Genome(
    code.map(
      (c, i): Chromosome => ({
        code: c,
        name: name[i] ?? String(c),
        length: length[i] ?? 0,
        // Offset + position − 1 is the server's axis; ours is start + position.
        start: (offset[i] ?? 0) - 1,
      }),
    ),
  );
}

export function manhattanModel(data: ManhattanData, genome: Genome, leads: readonly Lead[]): ChartModel {
  const y = upTo(Math.max(data.max_y, data.genome_wide * 1.15), 5);
  const significant = leads.filter((lead) => lead.negLog10P >= data.genome_wide).length;
  const marks = leads.flatMap((lead) => markOf(lead, genome));
  return {
    title: "Manhattan plot",
    summary: `${plural(data.n, "variant")}; strongest P ${formatP(data.max_y)}; ${plural(significant, "labelled locus", "labelled loci")} below 5e-8.`,
    x: genomeAxis(genome),
    y: negLog10Axis(y[1]),
    areas: [],
    cells: [cellsOf(data, genome)],
    lines: [threshold(genome, data.genome_wide, "highlight"), threshold(genome, data.suggestive, "muted")],
    points: [pointsOf(data, genome), leadPoints(marks)],
    marks,
  };
}

/**
 * The figure with single variants instead of its reduction; the reduction while they load. Next to
 * `thinned` variants, which only include those that can be distinguished, the points of the
 * reduction stay, because they have more facts.
 */
export function closeModel(model: ChartModel, close: Points | undefined, thinned = false): ChartModel {
  if (!close) return model;
  const [, ...marked] = model.points;
  return { ...model, cells: [], points: [close, ...(thinned ? model.points : marked)] };
}

export function genomeAxis(genome: Genome): Axis {
  return {
    domain: genome.domain,
    label: "",
    grid: false,
    ticks: (view, pixels) => genome.ticks(view, pixels),
    describe: (view) => genome.describe(view),
  };
}

export function negLog10Axis(max: number): Axis {
  return {
    domain: [0, max],
    label: "−log10 P",
    grid: true,
    ticks: (view, pixels) => niceTicks(view, Math.max(2, Math.floor(pixels / 45))),
  };
}

function threshold(genome: Genome, at: number, tone: "highlight" | "muted") {
  return { points: [genome.domain[0], at, genome.domain[1], at], tone, dash: tone === "muted" ? [2, 4] : [4, 4] };
}

/** The tone of each chromosome: neighbours on the axis differ. */
export function shadeOf(genome: Genome): Map<number, number> {
  const shades = [toneIndex("first"), toneIndex("second")];
  return new Map(genome.chromosomes.map((c, i) => [c.code, shades[i % 2] as number]));
}

function cellsOf(data: ManhattanData, genome: Genome): Cells {
  const { chromosome, bin, from, to } = data.cells;
  const shade = shadeOf(genome);
  const count = chromosome.length;
  const [x0, x1, y0, y1] = [0, 1, 2, 3].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const tone = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const on = genome.find(chromosome[i] as number);
    if (!on) continue;
    const left = (bin[i] as number) * data.bin_width;
    x0[i] = on.start + left;
    x1[i] = on.start + Math.min(left + data.bin_width, on.length);
    y0[i] = (from[i] as number) * data.y_step;
    y1[i] = ((to[i] as number) + 1) * data.y_step;
    tone[i] = shade.get(on.code) ?? 0;
  }
  return { x0, x1, y0, y1, tone };
}

function pointsOf(data: ManhattanData, genome: Genome): Points {
  const { chromosome, position, y } = data.points;
  const shade = shadeOf(genome);
  const facts = new Map(data.top.position.map((p, i) => [keyOf(data.top.chromosome[i] as number, p), i]));
  return {
    x: Float64Array.from(position, (p, i) => genome.place(chromosome[i] as number, p) ?? Number.NaN),
    y,
    tone: Uint8Array.from(chromosome, (c) => shade.get(c) ?? 0),
    size: 2.4,
    shape: "square",
    describe: (i) => {
      const c = chromosome[i] as number;
      const p = position[i] as number;
      const top = facts.get(keyOf(c, p));
      return top === undefined ? { title: formatLocus(c, p), facts: [["P", formatP(y[i])]] } : topFacts(data.top, top);
    },
  };
}

const keyOf = (chromosome: number, position: number): number => chromosome * 1e9 + position;

function topFacts(top: ManhattanData["top"], i: number): Facts {
  const facts: Fact[] = [["P", formatP(top.y[i])]];
  if (top.rsid[i]) facts.unshift(["rsID", top.rsid[i] as string]);
  facts.push(["Effect / other", `${top.effect_allele[i]} / ${top.other_allele[i]}`]);
  facts.push(["Beta (SE)", `${formatNumber(top.beta[i])} (${formatNumber(top.standard_error[i])})`]);
  if (top.effect_allele_frequency[i] != null) facts.push(["EAF", formatFrequency(top.effect_allele_frequency[i])]);
  if (top.n[i] != null) facts.push(["N", formatWhole(top.n[i])]);
  return { title: formatLocus(top.chromosome[i] as number, top.position[i] as number), facts };
}

function markOf(lead: Lead, genome: Genome): Mark[] {
  const x = genome.place(lead.chromosome, lead.position);
  if (x === undefined) return [];
  const facts: Fact[] = [["P", formatP(lead.negLog10P)], ...lead.facts];
  const title = formatLocus(lead.chromosome, lead.position);
  return [{ key: lead.key, x, y: lead.negLog10P, text: lead.label, facts: { title, facts } }];
}

function leadPoints(marks: readonly Mark[]): Points {
  return {
    x: marks.map((mark) => mark.x),
    y: marks.map((mark) => mark.y),
    tone: new Uint8Array(marks.length).fill(toneIndex("highlight")),
    size: 5,
    shape: "dot",
    describe: (i) => (marks[i] as Mark).facts,
  };
}

export function manhattanTwin(data: ManhattanData): Twin {
  const { top } = data;
  return {
    caption: `The ${plural(top.position.length, "strongest variant")}`,
    columns: [
      { name: "Variant", kind: "mono" },
      { name: "rsID", kind: "mono" },
      { name: "EA / OA", kind: "mono" },
      { name: "EAF", kind: "number" },
      { name: "Beta", kind: "number" },
      { name: "SE", kind: "number" },
      { name: "P", kind: "number" },
      { name: "N", kind: "number" },
    ],
    rows: top.position.map((position, i) => [
      formatLocus(top.chromosome[i] as number, position),
      top.rsid[i] || "–",
      `${top.effect_allele[i]} / ${top.other_allele[i]}`,
      formatFrequency(top.effect_allele_frequency[i]),
      formatNumber(top.beta[i]),
      formatNumber(top.standard_error[i]),
      formatP(top.y[i]),
      formatWhole(top.n[i]),
    ]),
  };
}
