import { formatDecimal } from "@/lib/format/format";
/**
 * The genome laid end to end as one axis. Positions are 1-based; an axis value is `start + position`, in bases, where
 * `start` is the sum of the lengths of the chromosomes before. Chromosome codes are those of GWAS-SSF: 1–22, X 23, Y 24, MT 25.
 */
import { chromosomeName, type Region, regionAround } from "@/lib/genome/region";
import { niceStep, type Range, type Tick } from "./scale";

export interface Chromosome {
  readonly code: number;
  readonly name: string;
  /** Axis value of the base before the first one. */
  readonly start: number;
  /** In bases. */
  readonly length: number;
}

export interface Locus {
  readonly chromosome: Chromosome;
  /** 1-based. */
  readonly position: number;
}

export class Genome {
  private readonly byCode: Map<number, Chromosome>;

  constructor(readonly chromosomes: readonly Chromosome[]) {
    this.byCode = new Map(chromosomes.map((c) => [c.code, c]));
  }

  /** Lays chromosomes of given lengths end to end, in the order given. */
  static of(lengths: readonly { code: number; length: number }[]): Genome {
    let start = 0;
    const chromosomes = lengths.map(({ code, length }) => {
      const chromosome = { code, name: chromosomeName(code), start, length };
      start += length;
      return chromosome;
    });
    return new Genome(chromosomes);
  }

  get domain(): Range {
    const first = this.chromosomes[0];
    const last = this.chromosomes[this.chromosomes.length - 1];
    return first && last ? [first.start, last.start + last.length] : [0, 1];
  }

  find(code: number): Chromosome | undefined {
    return this.byCode.get(code);
  }

  /** Axis value of a position; undefined for a chromosome that is not on the axis. */
  place(code: number, position: number): number | undefined {
    const chromosome = this.byCode.get(code);
    return chromosome && chromosome.start + position;
  }

  /** Half a megabase to either side of a place, within its chromosome. */
  around(code: number, position: number): Region | undefined {
    const chromosome = this.byCode.get(code);
    if (!chromosome) return undefined;
    const { start, end } = regionAround(code, position);
    return { chromosome: code, start, end: Math.min(end, chromosome.length) };
  }

  /** The chromosome and position under an axis value, clamped to the genome. */
  locate(value: number): Locus | undefined {
    let found = this.chromosomes[0];
    for (const chromosome of this.chromosomes) {
      if (chromosome.start < value) found = chromosome;
    }
    if (!found) return undefined;
    const position = Math.min(Math.max(1, Math.round(value - found.start)), found.length);
    return { chromosome: found, position };
  }

  /**
   * Chromosome names under their middles while several are in view, those that would touch left out; positions in megabases
   * inside one chromosome. `width` is the length of the axis in pixels.
   */
  ticks(view: Range, width: number): Tick[] {
    const seen = this.chromosomes.filter((c) => c.start < view[1] && c.start + c.length > view[0]);
    const only = seen[0];
    if (seen.length === 1 && only) return megabaseTicks(only, view, width);
    const perPixel = (view[1] - view[0]) / Math.max(1, width);
    const ticks: Tick[] = [];
    let free = -Infinity;
    for (const c of seen) {
      const middle = (Math.max(c.start, view[0]) + Math.min(c.start + c.length, view[1])) / 2;
      const half = (c.name.length * 3.5 + 3) * perPixel;
      if (middle - half < free) continue;
      free = middle + half;
      ticks.push({ value: middle, label: c.name, bare: true });
    }
    return ticks;
  }

  /** A stretch of the axis in words: `Chromosome 4, 110.2–113.1 Mb`, `Chromosomes 3–5`. */
  describe(view: Range): string {
    const from = this.locate(view[0] + 1);
    const to = this.locate(view[1]);
    if (!from || !to) return "";
    if (from.chromosome.code !== to.chromosome.code) {
      return `Chromosomes ${from.chromosome.name}–${to.chromosome.name}`;
    }
    const mb = (position: number) => formatDecimal(position / 1e6, view[1] - view[0] < 2e6 ? 2 : 1);
    return `Chromosome ${from.chromosome.name}, ${mb(from.position)}–${mb(to.position)} Mb`;
  }
}

function megabaseTicks(chromosome: Chromosome, view: Range, width: number): Tick[] {
  const low = Math.max(0, view[0] - chromosome.start);
  const high = Math.min(chromosome.length, view[1] - chromosome.start);
  const step = niceStep(high - low, Math.max(2, Math.floor(width / 90)));
  const decimals = Math.max(0, Math.ceil(-Math.log10(step / 1e6) - 1e-9));
  const ticks: Tick[] = [];
  for (let position = Math.ceil(low / step) * step; position <= high; position += step) {
    const label = `${formatDecimal(position / 1e6, decimals)} Mb`;
    ticks.push({
      value: chromosome.start + position,
      label: ticks.length ? label : `chr${chromosome.name} · ${label}`,
    });
  }
  return ticks;
}
