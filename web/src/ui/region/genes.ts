/** Genes in lanes, so that neither they nor their names touch. Pure; lengths in pixels. */
import { textWidth } from "../chart/layout";
import type { Scale } from "../chart/scale";
import type { RegionGene } from "./regionData";

export interface PlacedGene {
  readonly gene: RegionGene;
  readonly lane: number;
  /** "◂ PITX2" */
  readonly label: string;
}

export interface GeneLanes {
  readonly placed: readonly PlacedGene[];
  readonly lanes: number;
  /** Genes in view for which no lane was left. */
  readonly more: number;
}

/** Between two genes of a lane. */
const gap = 8;

const geneLabel = ({ symbol, ensembl_id, strand }: RegionGene): string => {
  const name = symbol || ensembl_id;
  return strand === "-" ? `◂ ${name}` : `${name} ▸`;
};

/** Where the name of a gene begins: over its middle, kept inside the figure. */
export function labelStart(gene: RegionGene, label: string, x: Scale): number {
  const [left, right] = x.range;
  const middle = (Math.max(left, x.map(gene.start)) + Math.min(right, x.map(gene.end))) / 2;
  return Math.max(left, Math.min(middle - textWidth(label) / 2, right - textWidth(label)));
}

/** The stretch that a gene with its name takes. */
export function extentOf(gene: RegionGene, x: Scale): readonly [number, number] {
  const label = geneLabel(gene);
  const at = labelStart(gene, label, x);
  return [Math.min(x.map(gene.start), at), Math.max(x.map(gene.end), at + textWidth(label))];
}

/**
 * Puts genes into as few lanes as hold them, the first that has room, by position. Where `most` lanes do not do, those nearest
 * to `middle` (a position) go first, and the rest is counted.
 */
export function packGenes(genes: readonly RegionGene[], x: Scale, most: number, middle: number): GeneLanes {
  const [from, to] = x.domain;
  const seen = genes.filter((gene) => gene.end >= from && gene.start <= to).sort((a, b) => a.start - b.start);
  const all = placed(seen, x, Number.POSITIVE_INFINITY);
  if (all.lanes <= most) return all;
  const away = ({ start, end }: RegionGene) => Math.max(0, start - middle, middle - end);
  return placed(
    seen.sort((a, b) => away(a) - away(b) || a.start - b.start),
    x,
    most,
  );
}

function placed(genes: readonly RegionGene[], x: Scale, most: number): GeneLanes {
  const taken: (readonly [number, number])[][] = [];
  const placed: PlacedGene[] = [];
  for (const gene of genes) {
    const [left, right] = extentOf(gene, x);
    const free = taken.findIndex((lane) => lane.every(([a, b]) => right + gap <= a || left >= b + gap));
    const lane = free >= 0 ? free : taken.length;
    if (lane >= most) continue;
    taken[lane] = [...(taken[lane] ?? []), [left, right]];
    placed.push({ gene, lane, label: geneLabel(gene) });
  }
  return { placed, lanes: taken.length, more: genes.length - placed.length };
}

/** The gene that holds a position, or the nearest one. */
export function nearestGene(genes: readonly RegionGene[], position: number): RegionGene | undefined {
  const away = ({ start, end }: RegionGene) => Math.max(0, start - position, position - end);
  return genes.reduce<RegionGene | undefined>(
    (best, gene) => (best && away(best) <= away(gene) ? best : gene),
    undefined,
  );
}
