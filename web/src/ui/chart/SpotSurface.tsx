import { VisuallyHidden } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useMemo, useState } from "react";
import classes from "./chart.module.css";
import type { Facts, Size } from "./model";
import { PlotTip } from "./PlotTip";
import { firstAt } from "./rising";
import { type Dragged, usePointer } from "./usePointer";

/** Places of a figure in pixels, each with its facts. */
export interface PlacedSpots {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Near in both directions, or along one axis whatever the other. */
  readonly near: "point" | "x" | "y";
  facts(i: number): Facts;
}

interface Props {
  title: string;
  size: Size;
  spots: PlacedSpots;
  /** A spot was clicked, or chosen by Enter. */
  onPick?: ((i: number) => void) | undefined;
  /** A box was dragged, in pixels. */
  onDrag?: ((dragged: Dragged) => void) | undefined;
  onReset?: (() => void) | undefined;
  children?: ReactNode;
}

const reach = 16;

/**
 * Pointer and keyboard for a figure drawn elsewhere: one tab stop, and arrow keys move between
 * spots.
 */
export function SpotSurface({ title, size, spots, onPick, onDrag, onReset, children }: Props) {
  const help = useId();
  const [at, setAt] = useState<number>();
  const find = useMemo(() => finderOf(spots), [spots]);
  const pointer = usePointer({
    zooms: onDrag !== undefined,
    hitAt: (x, y) => {
      const found = find(x, y);
      if (found === undefined) return undefined;
      return { x: spots.x[found] as number, y: spots.y[found] as number, facts: spots.facts(found), spot: found };
    },
    onDrag: (x, y) => onDrag?.({ x, y }),
    onReset: () => onReset?.(),
    onPick: (hit) => hit.spot !== undefined && onPick?.(hit.spot),
  });

  function onKeyDown(event: KeyboardEvent): void {
    const count = spots.x.length;
    if (event.key === "Escape") {
      setAt(undefined);
      onReset?.();
    } else if (event.key === "Enter" && at !== undefined) onPick?.(at);
    else if (event.key === "ArrowRight" || event.key === "ArrowDown") setAt(Math.min(count - 1, (at ?? -1) + 1));
    else if (event.key === "ArrowLeft" || event.key === "ArrowUp") setAt(Math.max(0, (at ?? 1) - 1));
    else if (event.key === "Home") setAt(0);
    else if (event.key === "End") setAt(count - 1);
    else return;
    event.preventDefault();
  }

  const kept = at !== undefined && at < spots.x.length ? at : undefined;
  const facts = kept === undefined ? undefined : spots.facts(kept);
  const tip =
    pointer.hover ??
    (kept !== undefined && facts ? { x: spots.x[kept] as number, y: spots.y[kept] as number, facts } : undefined);
  return (
    <>
      <div
        role="application"
        aria-label={`Values of ${title}`}
        aria-describedby={help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys go through the values, which a canvas does not have
        tabIndex={0}
        className={classes.heatSurface}
        data-testid="spot-surface"
        onKeyDown={onKeyDown}
        onBlur={() => setAt(undefined)}
        {...pointer.handlers}
      />
      {pointer.dragged && (
        <div
          className={classes.selection}
          style={{
            left: pointer.dragged.x[0],
            width: pointer.dragged.x[1] - pointer.dragged.x[0],
            top: pointer.dragged.y[0],
            height: pointer.dragged.y[1] - pointer.dragged.y[0],
          }}
        />
      )}
      {tip && <PlotTip x={tip.x} y={tip.y} facts={tip.facts} size={size} />}
      {children}
      <VisuallyHidden id={help}>
        Arrow keys go through the values.{onPick && " Enter shows the rows of one in the table."}
        {onReset && " Escape shows everything."}
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">
        {facts && [facts.title, ...facts.facts.map(([name, value]) => `${name} ${value}`)].join(", ")}
      </VisuallyHidden>
    </>
  );
}

/** The spot near a place: by halves over those in order of the axis that decides. */
function finderOf({ x, y, near }: PlacedSpots): (px: number, py: number) => number | undefined {
  const along = near === "y" ? y : x;
  const order = Uint32Array.from({ length: along.length }, (_, i) => i).sort(
    (a, b) => (along[a] as number) - (along[b] as number),
  );
  const sorted = Float64Array.from(order, (i) => along[i] as number);
  const within = near === "point" ? reach : 40;
  return (px, py) => {
    const wanted = near === "y" ? py : px;
    let best: number | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (let k = firstAt(sorted, wanted - within); k < sorted.length && (sorted[k] as number) <= wanted + within; k++) {
      const i = order[k] as number;
      const dx = (x[i] as number) - px;
      const dy = (y[i] as number) - py;
      // Beside bars that share a place, the one whose end is nearest.
      const away =
        near === "point"
          ? dx * dx + dy * dy
          : Math.abs((sorted[k] as number) - wanted) * 1e4 + Math.abs(near === "x" ? dy : dx);
      if (away >= least || (near === "point" && away > reach * reach)) continue;
      least = away;
      best = i;
    }
    return best;
  };
}
