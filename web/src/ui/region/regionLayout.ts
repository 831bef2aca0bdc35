import { formatDecimal } from "@/lib/format/format";
/**
 * The layout of tracks, genes and axis of a region, top to bottom, and their scales. Units are
 * pixels.
 */
import { type Region, spanOf } from "@/lib/genome/region";
import type { Box } from "../chart/pen";
import { decimalsOf, linear, niceStep, niceTicks, type Scale, type Tick, upTo } from "../chart/scale";
import { type GeneLanes, packGenes } from "./genes";
import type { RegionData } from "./regionData";
import { type DrawnTrack, drawnTracks } from "./tracks";

export interface TrackPlace {
  readonly drawn: DrawnTrack;
  readonly area: Box;
  readonly y: Scale;
  readonly ticks: readonly Tick[];
}

export interface Rates {
  /** cM/Mb to a height above the base of a track, for a track of height 1. */
  readonly top: number;
  readonly ticks: readonly Tick[];
}

export interface RegionLayout {
  readonly region: Region;
  readonly width: number;
  readonly height: number;
  readonly x: Scale;
  readonly xTicks: readonly Tick[];
  readonly tracks: readonly TrackPlace[];
  /** Absent where no rates are known, or none are wanted. */
  readonly rates: Rates | undefined;
  readonly genes: GeneLanes;
  /** Of the words above the genes. */
  readonly genesTop: number;
  readonly axisTop: number;
}

export interface RegionShow {
  readonly credible: boolean;
  readonly recombination: boolean;
}

export const laneHeight = 38;
const titleHeight = 30;
const betweenTracks = 16;
const genesHead = 30;
const axisHeight = 34;
/** Share of a track's height that the highest rate reaches. */
export const rateShare = 0.78;

/** Figures narrower than this are for a hand. */
const narrow = 560;
const mostLanes = 6;

/** Prepared once per answer; the layout of a moving view is made of it at every step. */
export interface Prepared {
  readonly data: RegionData;
  readonly tracks: readonly DrawnTrack[];
  readonly topRate: number;
}

/** All that a picture of a region is made of. */
export interface RegionPicture {
  readonly prepared: Prepared;
  readonly layout: RegionLayout;
  readonly show: RegionShow;
  /** Symbol or Ensembl id of the gene that was asked for. */
  readonly gene?: string | undefined;
}

export function prepare(data: RegionData): Prepared {
  const most = data.recombination.rate.reduce((top, rate) => Math.max(top, rate), 0);
  return { data, tracks: drawnTracks(data), topRate: most > 0 ? upTo(Math.max(most, 20), 3)[1] : 0 };
}

/** `held`: lanes of genes that stay while the view moves, so that nothing below jumps. */
export function layOutRegion(
  prepared: Prepared,
  region: Region,
  width: number,
  show: RegionShow,
  held?: number,
): RegionLayout {
  const small = width < narrow;
  const rates = show.recombination && prepared.topRate > 0;
  const left = small ? 36 : 48;
  const right = width - (rates ? (small ? 34 : 48) : 26);
  const x = linear([region.start, region.end], [left, Math.max(left + 10, right)]);
  let top = 0;
  const tracks = prepared.tracks.map((drawn, i): TrackPlace => {
    const height = (small ? [190, 120] : [272, 150])[i === 0 ? 0 : 1] as number;
    const area = { x: left, y: top + titleHeight, width: x.range[1] - left, height };
    top += titleHeight + height + betweenTracks;
    return {
      drawn,
      area,
      y: linear([0, drawn.top], [area.y + height, area.y]),
      ticks: niceTicks([0, drawn.top], Math.max(2, Math.floor(height / 60))),
    };
  });
  const genes = packGenes(prepared.data.genes.items, x, held ?? mostLanes, middleOf(prepared));
  const axisTop = top + genesHead + (held ?? Math.max(1, genes.lanes)) * laneHeight + 8;
  return {
    region,
    width,
    height: axisTop + axisHeight,
    x,
    xTicks: megabaseTicks(region, x.range[1] - left),
    tracks,
    rates: rates ? { top: prepared.topRate, ticks: niceTicks([0, prepared.topRate], 3) } : undefined,
    genes,
    genesTop: top + 14,
    axisTop,
  };
}

/** The place that matters most: the lead of the first track. */
function middleOf({ data, tracks }: Prepared): number {
  const [first] = tracks;
  const lead = first?.lead === undefined ? undefined : first.track.points.position[first.lead];
  return lead ?? (data.region.start + data.region.end) / 2;
}

/** Positions in megabases, as many as fit, with enough decimals to distinguish them. */
export function megabaseTicks(region: Region, width: number): Tick[] {
  const step = Math.max(1, niceStep(spanOf(region), Math.max(2, Math.floor(width / 75))));
  const decimals = Math.max(1, decimalsOf(step / 1e6));
  const ticks: Tick[] = [];
  for (let position = Math.ceil(region.start / step) * step; position <= region.end; position += step) {
    ticks.push({ value: position, label: formatDecimal(position / 1e6, decimals) });
  }
  return ticks;
}

/** The track at a height of the figure. */
export function trackAt({ tracks }: RegionLayout, y: number): number | undefined {
  const at = tracks.findIndex(({ area }) => y >= area.y - 6 && y <= area.y + area.height + 6);
  return at < 0 ? undefined : at;
}
