/** Draws a region with any pen, bottom up: grid, recombination, threshold, points by rising r², credible set, lead. */

import { plural } from "@/lib/format/format";
import { chromosomeName } from "@/lib/genome/region";
import { markedTitle } from "@/lib/status";
import { textWidth } from "../chart/layout";
import type { Box, Pen } from "../chart/pen";
import type { ChartTokens } from "../chart/tokens";
import { notInPanel } from "./ld";
import { paintGenes } from "./paintGenes";
import { type RegionData, variantLabel } from "./regionData";
import { type Rates, type RegionLayout, type RegionPicture, rateShare, type TrackPlace } from "./regionLayout";
import { genomeWide, pointsOfStep } from "./tracks";
import { trackWords } from "./words";

export function paintRegion(picture: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { layout } = picture;
  pen.rect({ x: 0, y: 0, width: layout.width, height: layout.height }, tokens.surface);
  paintHairline(picture, pen, tokens);
  for (const place of layout.tracks) {
    paintFrame(place, picture, pen, tokens);
    const { area } = place;
    pen.clip({ x: area.x - 5, y: area.y - 8, width: area.width + 10, height: area.height + 14 }, () => {
      if (layout.rates) paintRates(place, picture, pen, tokens);
      const y = place.y.map(genomeWide);
      pen.line([area.x, y, area.x + area.width, y], { color: tokens.highlight, dash: [4, 4] });
      paintPoints(place, picture, pen, tokens);
    });
    if (layout.rates) paintRateTicks(place, layout.rates, pen, tokens);
    paintNamed(place, picture, pen, tokens);
  }
  paintKnown(picture, pen, tokens);
  paintGenes(picture, pen, tokens);
  paintAxis(layout, pen, tokens);
}

/** One line through all tracks at the reference variant of LD. */
function paintHairline({ layout, prepared }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const [first] = prepared.tracks;
  const at = first?.reference ?? first?.lead;
  const position =
    prepared.data.ld.variant?.position ?? (at === undefined ? undefined : first?.track.points.position[at]);
  if (position === undefined || !inView(layout, position)) return;
  const x = Math.round(layout.x.map(position)) + 0.5;
  pen.line([x, 24, x, layout.axisTop], { color: tokens.strong, dash: [2, 3] });
}

const inView = ({ region }: RegionLayout, position: number) => position >= region.start && position <= region.end;

function paintFrame(place: TrackPlace, { layout }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { area, drawn } = place;
  const right = area.x + area.width;
  for (const tick of place.ticks) {
    const y = Math.round(place.y.map(tick.value)) + 0.5;
    pen.line([area.x, y, right, y], { color: tokens.line });
    pen.text(area.x - 7, y + 4, tick.label, { color: tokens.faint, align: "end" });
  }
  const { title } = drawn.track.result;
  const room = layout.width - area.x - 8;
  const shown = shortened(title, room * 0.6);
  pen.text(area.x, area.y - 13, shown, { color: tokens.text, size: 12.5, weight: 600 });
  // The title is larger and heavier than the text that is estimated.
  const at = area.x + textWidth(shown) * 1.2 + 10;
  pen.text(at, area.y - 13, shortened(trackWords(drawn.track), layout.width - at - 6), {
    color: tokens.faint,
    size: 12,
  });
  const middle = area.y + area.height / 2;
  pen.text(11, middle, "−log10 P", { color: tokens.muted, align: "middle", rotate: -90 });
  if (layout.rates) pen.text(layout.width - 4, middle, "cM/Mb", { color: tokens.muted, align: "middle", rotate: -90 });
  if (drawn.track.total === 0) {
    // Between two lines of the grid, which would go through it.
    pen.text(area.x + area.width / 2, area.y + area.height * 0.75, "This result has no variants here.", {
      color: tokens.muted,
      align: "middle",
      size: 12.5,
    });
  }
}

function shortened(text: string, room: number): string {
  const most = Math.floor(room / 6.6);
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`;
}

function paintRates(place: TrackPlace, { prepared, layout }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { area } = place;
  const { position, rate } = prepared.data.recombination;
  const heightOf = rateHeight(area, layout.rates?.top ?? 1);
  const points: number[] = [];
  for (let i = 0; i < position.length; i++) {
    const y = heightOf(rate[i] as number);
    points.push(layout.x.map(position[i] as number), y);
    if (i + 1 < position.length) points.push(layout.x.map(position[i + 1] as number), y);
  }
  pen.line(points, { color: tokens.recombination, width: 1 });
}

const rateHeight =
  ({ y, height }: Box, top: number) =>
  (value: number): number =>
    y + height - (value / top) * height * rateShare;

/** The axis of the rates is next to the points, where these are clipped. */
function paintRateTicks({ area }: TrackPlace, rates: Rates, pen: Pen, tokens: ChartTokens): void {
  const heightOf = rateHeight(area, rates.top);
  for (const tick of rates.ticks) {
    pen.text(area.x + area.width + 7, heightOf(tick.value) + 4, tick.label, { color: tokens.faint });
  }
}

const radius = { low: 2.2, high: 3.4, plain: 2.6 };

function paintPoints(place: TrackPlace, { layout, show }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { drawn } = place;
  const { position, neg_log_10_p_value: y, in_credible_set: inSet } = drawn.track.points;
  const centres = (indices: readonly number[]): number[] =>
    indices.flatMap((at) => {
      const x = position[at] as number;
      return inView(layout, x) ? [layout.x.map(x), place.y.map(y[at] as number)] : [];
    });
  if (!drawn.step) pen.dots(centres(drawn.order), radius.plain, tokens.first, 0.75);
  else {
    pen.rings(centres(pointsOfStep(drawn, notInPanel)), 2.6, { color: tokens.ld[0] as string, width: 1.3 });
    tokens.ld.forEach((colour, step) => {
      const size = step === 0 ? radius.low : radius.low + (step / 4) * (radius.high - radius.low);
      pen.dots(centres(pointsOfStep(drawn, step)), size, colour);
    });
  }
  if (show.credible && inSet) {
    const ringed = drawn.order.filter((at) => inSet[at]);
    pen.rings(centres(ringed), 5.5, { color: tokens.text, width: 1.4 });
  }
}

/** Published associations as small triangles over the first track. */
function paintKnown({ layout, prepared }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const top = layout.tracks[0]?.area.y;
  if (top === undefined) return;
  for (const { position } of prepared.data.known.items) {
    if (!inView(layout, position)) continue;
    const x = layout.x.map(position);
    pen.polygon([x - 3.5, top - 7, x + 3.5, top - 7, x, top - 1], tokens.muted);
  }
}

/** The lead as a full diamond, what LD is measured to as a hollow one, each with its name; of two side by side the left one has it at its left. */
function paintNamed(place: TrackPlace, { layout }: RegionPicture, pen: Pen, tokens: ChartTokens): void {
  const { drawn } = place;
  const { chromosome } = layout.region;
  const lead = named(place, layout, drawn.lead);
  const reference = named(place, layout, drawn.reference);
  const beside = lead && reference && Math.abs(lead.y - reference.y) < 14 && Math.abs(lead.x - reference.x) < 90;
  for (const [one, other] of [
    [lead, reference],
    [reference, lead],
  ] as const) {
    if (!one) continue;
    paintDiamond(pen, one.x, one.y, one === reference, tokens);
    const text = variantLabel(chromosome, drawn.track.points, one.at);
    const flips = beside && other ? one.x < other.x : one.x + 12 + textWidth(text) * 1.1 > layout.x.range[1];
    pen.text(one.x + (flips ? -12 : 12), one.y + 4, text, {
      color: tokens.text,
      size: 11.5,
      weight: 600,
      align: flips ? "end" : "start",
      halo: tokens.surface,
    });
  }
}

interface Named {
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** The position of a labelled point; undefined without a P value or outside of the view. */
function named({ drawn, y }: TrackPlace, layout: RegionLayout, at: number | undefined): Named | undefined {
  if (at === undefined) return undefined;
  const height = drawn.track.points.neg_log_10_p_value[at];
  const position = drawn.track.points.position[at];
  if (height == null || position === undefined || !inView(layout, position)) return undefined;
  return { at, x: layout.x.map(position), y: y.map(height) };
}

export function paintDiamond(pen: Pen, x: number, y: number, hollow: boolean, tokens: ChartTokens): void {
  const r = hollow ? 6 : 7;
  const corners = [x, y - r, x + r, y, x, y + r, x - r, y];
  pen.polygon(corners, hollow ? tokens.surface : tokens.highlight);
  const outline = hollow ? { color: tokens.highlight, width: 1.8 } : { color: tokens.surface, width: 1.5 };
  pen.line([...corners, x, y - r], outline);
}

function paintAxis(layout: RegionLayout, pen: Pen, tokens: ChartTokens): void {
  const y = layout.axisTop;
  const [left, right] = layout.x.range;
  pen.line([left, y + 0.5, right, y + 0.5], { color: tokens.strong });
  for (const tick of layout.xTicks) {
    const x = layout.x.map(tick.value);
    pen.line([x, y, x, y + 4], { color: tokens.strong });
    const half = textWidth(tick.label) / 2;
    if (x - half < left - 8 || x + half > right + 8) continue;
    pen.text(x, y + 17, tick.label, { color: tokens.faint, align: "middle" });
  }
  pen.text(left - 8, y + 4, `chr ${chromosomeName(layout.region.chromosome)}`, { color: tokens.faint, align: "end" });
  pen.text(Math.min(right + 8, layout.width - 16), y + 4, "Mb", { color: tokens.faint });
}

/** A description of the picture, for users who cannot see it. */
export function regionSummary(data: RegionData): string {
  const tracks = data.tracks.map(({ result, total }) => `${markedTitle(result)}: ${plural(total, "variant")}`);
  return `${tracks.join("; ")}; ${plural(data.genes.items.length, "gene")}.`;
}
