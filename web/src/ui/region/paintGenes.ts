/** Draws the genes: bars for exons on a line, chevrons along the strand, names in italics above. */
import { plural } from "@/lib/format/format";
import type { Pen } from "../chart/pen";
import type { ChartTokens } from "../chart/tokens";
import { labelStart, type PlacedGene } from "./genes";
import { laneHeight, type RegionLayout, type RegionPicture } from "./regionLayout";

export function paintGenes({ layout, prepared, gene }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { genes } = prepared.data;
  const [left, right] = layout.x.range;
  pen.text(left, layout.genesTop, "Genes", { color: tokens.text, size: 12.5, weight: 600 });
  pen.text(left + 48, layout.genesTop, genesWords(layout, genes.missing), { color: tokens.faint, size: 12 });
  pen.clip(
    { x: left, y: layout.genesTop + 4, width: right - left, height: layout.axisTop - layout.genesTop - 4 },
    () => {
      for (const placed of layout.genes.placed) {
        const asked = gene !== undefined && [placed.gene.symbol, placed.gene.ensembl_id].includes(gene);
        paintGene(placed, asked, layout, pen, tokens);
      }
    },
  );
}

function genesWords({ genes }: RegionLayout, missing: string | undefined): string {
  if (missing) return missing;
  const { placed, more } = genes;
  if (placed.length === 0) return "none here";
  return more > 0 ? `${placed.length} shown, ${plural(more, "more gene")}: zoom in to see them` : String(placed.length);
}

function paintGene(placed: PlacedGene, asked: boolean, layout: RegionLayout, pen: Pen, tokens: ChartTokens): void {
  const { gene, label, lane } = placed;
  const color = asked ? tokens.brand : tokens.gene;
  const top = layout.genesTop + 14 + lane * laneHeight;
  const y = top + 18;
  const [left, right] = layout.x.range;
  const from = Math.max(left, layout.x.map(gene.start));
  const to = Math.min(right, Math.max(layout.x.map(gene.end), from + 2));
  pen.line([from, y, to, y], { color, width: 1.4 });
  for (const [start = 0, end = 0] of gene.exons) {
    const x = layout.x.map(start);
    pen.rect({ x, y: y - 5, width: Math.max(1.6, layout.x.map(end) - x), height: 10 }, color);
  }
  const way = gene.strand === "-" ? -1 : 1;
  for (let x = from + 12; x < to - 6; x += 16) {
    pen.line([x - 2.5 * way, y - 3, x + way, y, x - 2.5 * way, y + 3], { color, width: 1.1 });
  }
  pen.text(labelStart(gene, label, layout.x), top + 9, label, {
    color: asked ? tokens.brand : tokens.muted,
    italic: true,
    weight: asked ? 600 : 500,
  });
}
