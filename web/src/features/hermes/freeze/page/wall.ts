/** Small Manhattan figures, from the reduction that the page of the meta-analysis draws. */
import { genomeOf, shadeOf } from "@/ui/chart/manhattan";
import { type Size, tones } from "@/ui/chart/model";
import type { Pen } from "@/ui/chart/pen";
import type { ManhattanData } from "@/ui/chart/plotData";
import { type ChartTokens, colorOf } from "@/ui/chart/tokens";

/** −log10 P at the top edge, the same in all figures so that they can be compared. */
export const wallTop = 20;

const inset = 4;

export function paintSmall(data: ManhattanData, pen: Pen, size: Size, tokens: ChartTokens): void {
  const genome = genomeOf(data);
  const shades = shadeOf(genome);
  const [from, to] = genome.domain;
  const x = (place: number) => ((place - from) / (to - from)) * size.width;
  const y = (p: number) => size.height - inset - (Math.min(p, wallTop) / wallTop) * (size.height - 2 * inset);
  const color = (code: number) => colorOf(tokens, tones[shades.get(code) ?? 0] ?? "first");

  const { cells, points } = data;
  cells.chromosome.forEach((code, i) => {
    const on = genome.find(code);
    if (!on) return;
    const left = x(on.start + (cells.bin[i] as number) * data.bin_width);
    const top = y(((cells.to[i] as number) + 1) * data.y_step);
    const bottom = y((cells.from[i] as number) * data.y_step);
    pen.rect({ x: left, y: top, width: 1.2, height: Math.max(1, bottom - top) }, color(code));
  });
  const hits: number[] = [];
  points.chromosome.forEach((code, i) => {
    const place = genome.place(code, points.position[i] as number);
    const p = points.y[i] as number;
    if (place === undefined) return;
    if (p >= data.genome_wide) hits.push(x(place), y(p));
    else pen.rect({ x: x(place) - 0.6, y: y(p) - 0.6, width: 1.2, height: 1.2 }, color(code));
  });
  pen.squares(hits, 2.4, tokens.highlight);
  const line = y(data.genome_wide);
  pen.line([0, line, size.width, line], { color: tokens.highlight, dash: [4, 4], width: 1 });
  pen.line([0, size.height - inset, size.width, size.height - inset], { color: tokens.line });
}
