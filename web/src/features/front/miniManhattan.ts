import type { ManhattanData } from "@/ui/chart/plotData";

/** Size of the drawing in its own units; it scales with the card. */
export const mini = { width: 320, height: 72 } as const;

/** What a small Manhattan plot consists of, as SVG path data. */
export interface MiniManhattan {
  /** Odd chromosomes, in order of the axis: the first, the third … */
  first: string;
  /** Even chromosomes. */
  second: string;
  /** Variants at or above the genome-wide line. */
  significant: string;
  /** Height of the genome-wide line. */
  line: number;
}

const foot = mini.height - 1;
/** Space above the strongest variant. */
const head = 4;

/** A Manhattan plot without axes. Places that round to the same tenth of a unit are drawn once. */
export function miniManhattan(data: ManhattanData): MiniManhattan {
  const top = Math.max(data.max_y, data.genome_wide * 1.15);
  const order = new Map(data.chromosomes.code.map((code, i) => [code, i]));
  const x = (code: number, position: number) =>
    round((((data.chromosomes.offset[order.get(code) ?? 0] ?? 0) + position) / data.chromosomes.total) * mini.width);
  const y = (negLog10P: number) => round(foot - (negLog10P / top) * (foot - head));
  const shades = [new Set<string>(), new Set<string>()] as const;
  const significant = new Set<string>();
  const shade = (code: number) => shades[(order.get(code) ?? 0) % 2 === 0 ? 0 : 1];
  const { cells, points } = data;
  cells.chromosome.forEach((code, i) => {
    const at = x(code, ((cells.bin[i] ?? 0) + 0.5) * data.bin_width);
    shade(code).add(`M${at} ${y((cells.from[i] ?? 0) * data.y_step)}V${y(((cells.to[i] ?? 0) + 1) * data.y_step)}`);
  });
  points.chromosome.forEach((code, i) => {
    const negLog10P = points.y[i] ?? 0;
    const dots = negLog10P >= data.genome_wide ? significant : shade(code);
    dots.add(`M${x(code, points.position[i] ?? 0)} ${y(negLog10P)}h0`);
  });
  const path = (parts: Set<string>) => [...parts].join("");
  return { first: path(shades[0]), second: path(shades[1]), significant: path(significant), line: y(data.genome_wide) };
}

const round = (value: number) => Math.round(value * 10) / 10;
