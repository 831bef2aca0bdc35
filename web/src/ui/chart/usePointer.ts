import { type PointerEvent, useRef, useState } from "react";
import type { Hit } from "./hit";
import type { Range } from "./scale";

interface Place {
  readonly x: number;
  readonly y: number;
}

/** From where to where was dragged, smaller first. */
export interface Dragged {
  readonly x: Range;
  readonly y: Range;
}

interface Options {
  zooms: boolean;
  hitAt: (x: number, y: number) => Hit | undefined;
  /** A box was dragged, in pixels from the left and the top of the figure, smaller first. */
  onDrag: (x: Range, y: Range) => void;
  onReset: () => void;
  onPick: (hit: Hit) => void;
}

/** Movements shorter than this are clicks. */
const dragFrom = 5;

/** Mouse, pen and touch over a figure: hover, click, drag a stretch, double click. */
export function usePointer({ zooms, hitAt, onDrag, onReset, onPick }: Options) {
  const [hover, setHover] = useState<Hit>();
  const [dragged, setDragged] = useState<Dragged>();
  const start = useRef<Place>(undefined);

  function cancel(): void {
    start.current = undefined;
    setDragged(undefined);
  }

  function down(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    start.current = placeOf(event);
    if (zooms) event.currentTarget.setPointerCapture?.(event.pointerId);
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event);
    const from = start.current;
    if (zooms && from !== undefined && Math.abs(at.x - from.x) >= dragFrom) {
      setHover(undefined);
      setDragged({ x: ordered(from.x, at.x), y: ordered(from.y, at.y) });
      return;
    }
    setHover(hitAt(at.x, at.y));
  }

  function up(event: PointerEvent<HTMLElement>): void {
    const at = placeOf(event);
    const clicked = start.current !== undefined && !dragged;
    if (dragged) onDrag(dragged.x, dragged.y);
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

const ordered = (a: number, b: number): Range => [Math.min(a, b), Math.max(a, b)];

function placeOf(event: PointerEvent<HTMLElement>): Place {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}
