import { type PointerEvent, useEffect, useRef, useState } from "react";
import { movedRegion, type Region } from "@/lib/genome/region";
import type { RegionLayout } from "./regionLayout";
import type { useMovingView } from "./useMovingView";

interface Options {
  layout: RegionLayout;
  /** What the page shows, from which a drag starts. */
  region: Region;
  moving: ReturnType<typeof useMovingView>;
  onHover: (x: number, y: number) => void;
  onLeave: () => void;
  onClick: (x: number, y: number) => void;
}

/** Movements shorter than this are clicks. */
const dragFrom = 5;

interface Start {
  readonly x: number;
  readonly region: Region;
  readonly brush: boolean;
  moved: boolean;
}

/**
 * Mouse, pen and touch over a region: dragging moves along the chromosome, dragging with Shift or on the axis marks a stretch to zoom
 * into, the wheel with Ctrl or ⌘ zooms around the pointer.
 */
export function useGestures({ layout, region, moving, onHover, onLeave, onClick }: Options) {
  const surface = useRef<HTMLDivElement>(null);
  const start = useRef<Start>(undefined);
  const [brushed, setBrushed] = useState<readonly [number, number]>();
  const width = layout.x.range[1] - layout.x.range[0];

  useWheel(surface, (event) => {
    const at = layout.x.invert(placeOf(event, surface.current).x);
    const factor = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.006);
    moving.settleLater(zoomedAround(moving.view, at, factor));
  });

  function down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const at = placeOf(event, event.currentTarget);
    start.current = { x: at.x, region, brush: event.shiftKey || at.y > layout.axisTop, moved: false };
    event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event, event.currentTarget);
    const from = start.current;
    if (!from || (!from.moved && Math.abs(at.x - from.x) < dragFrom)) {
      if (!from) onHover(at.x, at.y);
      return;
    }
    from.moved = true;
    onLeave();
    if (from.brush) setBrushed([Math.min(from.x, at.x), Math.max(from.x, at.x)]);
    else moving.move(movedRegion(from.region, (from.x - at.x) / width));
  }

  function up(event: PointerEvent<HTMLElement>): void {
    const from = start.current;
    const at = placeOf(event, event.currentTarget);
    cancel();
    if (!from) return;
    if (!from.moved) onClick(at.x, at.y);
    else if (!from.brush) moving.settle(movedRegion(from.region, (from.x - at.x) / width));
    else moving.settle(stretch(layout, from.x, at.x));
  }

  function cancel(): void {
    start.current = undefined;
    setBrushed(undefined);
  }

  return {
    surface,
    brushed,
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onPointerLeave: onLeave,
    },
  };
}

/** The region between two places of the figure. */
function stretch({ x, region }: RegionLayout, a: number, b: number): Region {
  const [from, to] = [x.invert(Math.min(a, b)), x.invert(Math.max(a, b))];
  const wanted = {
    ...region,
    start: Math.max(region.start, Math.round(from)),
    end: Math.min(region.end, Math.round(to)),
  };
  return movedRegion(wanted, 0);
}

/** The region zoomed so that a position stays where it is in the view. */
export function zoomedAround(region: Region, position: number, factor: number): Region {
  const zoomed = movedRegion(region, 0, factor);
  const real = (zoomed.end - zoomed.start) / Math.max(1, region.end - region.start);
  const start = Math.max(1, Math.round(position - (position - region.start) * real));
  return { ...region, start, end: start + (zoomed.end - zoomed.start) };
}

/** The wheel with Ctrl or ⌘; without them it scrolls the page. React hears wheels too late to keep the page where it is. */
function useWheel(surface: { current: HTMLElement | null }, onZoom: (event: WheelEvent) => void): void {
  const latest = useRef(onZoom);
  useEffect(() => {
    latest.current = onZoom;
  });
  useEffect(() => {
    const element = surface.current;
    function hear(event: WheelEvent) {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      latest.current(event);
    }
    element?.addEventListener("wheel", hear, { passive: false });
    return () => element?.removeEventListener("wheel", hear);
  }, [surface]);
}

function placeOf(event: { clientX: number; clientY: number }, element: Element | null): { x: number; y: number } {
  const box = element?.getBoundingClientRect();
  return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
}
