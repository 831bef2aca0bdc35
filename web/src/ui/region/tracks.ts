/** Points of a track in the order in which they are drawn, and how high the track reaches. */
import { upTo } from "../chart/scale";
import { ldStep, notInPanel } from "./ld";
import { type RegionData, type RegionTrack, referenceOf } from "./regionData";

/** −log10 of 5e-8. */
export const genomeWide = 7.30103;

export interface DrawnTrack {
  readonly track: RegionTrack;
  /** Step of r² per point; undefined where the region has no LD at all. */
  readonly step: Int8Array | undefined;
  /** Points that have P, those of the lowest step first and hollow ones before them. */
  readonly order: readonly number[];
  /** Top of the axis, −log10 P. */
  readonly top: number;
  readonly lead: number | undefined;
  /** What LD is measured to, where it is another than the lead. */
  readonly reference: number | undefined;
}

export function drawnTracks(data: RegionData): DrawnTrack[] {
  return data.tracks.map((track) => drawnTrack(data, track));
}

function drawnTrack(data: RegionData, track: RegionTrack): DrawnTrack {
  const { neg_log_10_p_value: y, r2 } = track.points;
  const step = r2 && Int8Array.from(r2, (value) => ldStep(value));
  const order = y.flatMap((value, at) => (value == null ? [] : [at]));
  if (step) order.sort((a, b) => (step[a] as number) - (step[b] as number) || a - b);
  const reference = isChosen(data) || step ? referenceOf(data, track) : undefined;
  if (step && reference !== undefined) step[reference] = 4;
  const highest = y.reduce<number>((most, value) => Math.max(most, value ?? 0), genomeWide * 1.15);
  return {
    track,
    step,
    order,
    top: upTo(highest, 4)[1],
    lead: track.lead,
    reference: reference === track.lead ? undefined : reference,
  };
}

/** Whether LD refers to another variant than the default, the lead variant of the first track. */
function isChosen({ tracks, ld }: RegionData): boolean {
  const [first] = tracks;
  return first?.lead === undefined || first.points.position[first.lead] !== ld.variant?.position;
}

/** Points of one step in `order`; all of them without LD. */
export function pointsOfStep({ order, step }: DrawnTrack, wanted: number): readonly number[] {
  if (!step) return wanted === notInPanel ? [] : wanted === 0 ? order : [];
  return order.filter((at) => step[at] === wanted);
}
