/** What keys do in a figure of a region: arrows go along its points, with Shift along the chromosome. Pure. */
import { movedRegion, type Region } from "@/lib/genome/region";
import { lowerBound, type Place } from "./regionData";
import type { DrawnTrack } from "./tracks";

export type KeyAction =
  | { readonly kind: "point"; readonly place: Place }
  | { readonly kind: "region"; readonly region: Region }
  | { readonly kind: "choose"; readonly place: Place }
  | { readonly kind: "leave" };

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

interface Where {
  readonly tracks: readonly DrawnTrack[];
  readonly region: Region;
  /** The point that the keyboard is at. */
  readonly place: Place | undefined;
}

/** How far the buttons and keys go at once, as a share of the view. */
export const panShare = 0.5;
export const zoomFactor = 2;

export function actionOf(pressed: Pressed, where: Where): KeyAction | undefined {
  const moved = regionOfKey(pressed, where.region);
  if (moved) return { kind: "region", region: moved };
  const { place } = where;
  if (pressed.key === "Escape") return place && { kind: "leave" };
  if (pressed.key === "Enter" || pressed.key === " ") return place && { kind: "choose", place };
  const next = placeOfKey(pressed.key, where);
  return next && { kind: "point", place: next };
}

function regionOfKey({ key, shiftKey }: Pressed, region: Region): Region | undefined {
  if (key === "+" || key === "=") return movedRegion(region, 0, 1 / zoomFactor);
  if (key === "-" || key === "_") return movedRegion(region, 0, zoomFactor);
  if (key === "PageUp" || (shiftKey && key === "ArrowLeft")) return movedRegion(region, -panShare);
  if (key === "PageDown" || (shiftKey && key === "ArrowRight")) return movedRegion(region, panShare);
  return undefined;
}

function placeOfKey(key: string, { tracks, region, place }: Where): Place | undefined {
  const track = place?.track ?? 0;
  const at = place?.point;
  if (key === "Home") return leadOf(tracks, track, region);
  if (key === "ArrowRight" || key === "ArrowLeft") {
    if (at === undefined) return leadOf(tracks, track, region);
    return neighbour(tracks, track, at, key === "ArrowRight" ? 1 : -1, region);
  }
  if (key === "ArrowDown" || key === "ArrowUp") {
    const other = track + (key === "ArrowDown" ? 1 : -1);
    if (!tracks[other]) return undefined;
    const position = at === undefined ? undefined : tracks[track]?.track.points.position[at];
    return position === undefined ? leadOf(tracks, other, region) : nearest(tracks, other, position, region);
  }
  return undefined;
}

/** The lead where it is in view, else the first point in view. */
function leadOf(tracks: readonly DrawnTrack[], track: number, region: Region): Place | undefined {
  const lead = tracks[track]?.lead;
  if (lead !== undefined && isDrawn(tracks, track, lead, region)) return { track, point: lead };
  return nearest(tracks, track, region.start, region);
}

function neighbour(tracks: readonly DrawnTrack[], track: number, from: number, by: 1 | -1, region: Region) {
  const count = tracks[track]?.track.points.position.length ?? 0;
  for (let point = from + by; point >= 0 && point < count; point += by) {
    if (isDrawn(tracks, track, point, region)) return { track, point };
  }
  return undefined;
}

function nearest(tracks: readonly DrawnTrack[], track: number, position: number, region: Region): Place | undefined {
  const positions = tracks[track]?.track.points.position ?? [];
  const at = lowerBound(positions, position);
  const after = isDrawn(tracks, track, at, region) ? { track, point: at } : neighbour(tracks, track, at, 1, region);
  const before = neighbour(tracks, track, at, -1, region);
  if (!after || !before) return after ?? before;
  const away = ({ point }: Place) => Math.abs((positions[point] as number) - position);
  return away(before) < away(after) ? before : after;
}

function isDrawn(tracks: readonly DrawnTrack[], track: number, point: number, { start, end }: Region): boolean {
  const points = tracks[track]?.track.points;
  const position = points?.position[point];
  return position !== undefined && position >= start && position <= end && points?.neg_log_10_p_value[point] != null;
}
