import { type PointerEvent, useRef, useState } from "react";
import type { Hit } from "./hit";

interface Options {
  zooms: boolean;
  hitAt: (x: number, y: number) => Hit | undefined;
  /** A stretch was dragged, in pixels from the left of the figure, smaller first. */
  onDrag: (from: number, to: number) => void;
  onReset: () => void;
  onPick: (hit: Hit) => void;
}

/** Movements shorter than this are clicks. */
const dragFrom = 5;

/** Mouse, pen and touch over a figure: hover, click, drag a stretch, double click. */
export function usePointer({ zooms, hitAt, onDrag, onReset, onPick }: Options) {
  const [hover, setHover] = useState<Hit>();
  const [dragged, setDragged] = useState<readonly [number, number]>();
  const start = useRef<number>(undefined);

  function cancel(): void {
    start.current = undefined;
    setDragged(undefined);
  }

  function down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    start.current = placeOf(event).x;
    if (zooms) event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event);
    const from = start.current;
    if (zooms && from !== undefined && Math.abs(at.x - from) >= dragFrom) {
      setHover(undefined);
      setDragged([from, at.x]);
      return;
    }
    setHover(hitAt(at.x, at.y));
  }

  function up(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event);
    const clicked = start.current !== undefined && !dragged;
    if (dragged) onDrag(Math.min(...dragged), Math.max(...dragged));
    cancel();
    const hit = clicked ? hitAt(at.x, at.y) : undefined;
    if (hit) onPick(hit);
  }

  return {
    hover,
    dragged,
    cancel,
    handlers: {
      onPointerDown: down,
      onPointerMove: move,
      onPointerUp: up,
      onPointerCancel: cancel,
      onPointerLeave: () => setHover(undefined),
      onDoubleClick: () => zooms && onReset(),
    },
  };
}

function placeOf(event: PointerEvent<HTMLElement>): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
