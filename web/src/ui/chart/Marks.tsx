import { type KeyboardEvent, useRef, useState } from "react";
import classes from "./chart.module.css";
import type { Layout } from "./layout";
import type { ChartModel, Mark } from "./model";

interface Props {
  model: ChartModel;
  layout: Layout;
  /** Id of the text that explains the keys. */
  help: string;
  selected: string | undefined;
  onFocus: (mark: Mark | undefined) => void;
  onPick: (mark: Mark) => void;
}

/** Those that a part in view has. */
export function marksInView({ marks }: ChartModel, { x, y }: Layout): Mark[] {
  return marks.filter((mark) => mark.x >= x.domain[0] && mark.x <= x.domain[1] && mark.y <= y.domain[1]);
}

/**
 * The labelled points as buttons over the canvas: one tab stop, and arrow keys move between them.
 * The mouse uses the canvas itself.
 */
export function Marks({ model, layout, help, selected, onFocus, onPick }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const { area, x, y } = layout;
  const marks = marksInView(model, layout);
  const reached = Math.min(current, marks.length - 1);
  if (marks.length === 0 || area.width <= 10) return null;

  function onKeyDown(event: KeyboardEvent): void {
    const next = step(event.key, reached, marks.length);
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    list.current?.querySelectorAll("button")[next]?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of points is no fieldset
    <div
      ref={list}
      role="group"
      aria-label={`Labelled points of ${model.title}`}
      aria-describedby={help}
      onKeyDown={onKeyDown}
    >
      {marks.map((mark, i) => (
        <button
          key={mark.key}
          type="button"
          className={classes.mark}
          tabIndex={i === reached ? 0 : -1}
          aria-pressed={mark.key === selected}
          aria-describedby={help}
          aria-label={[mark.facts.title, ...mark.facts.facts.map(([name, value]) => `${name} ${value}`)].join(", ")}
          style={{ left: x.map(mark.x) - 12, top: y.map(mark.y) - 12 }}
          onFocus={() => {
            setCurrent(i);
            onFocus(mark);
          }}
          onBlur={() => onFocus(undefined)}
          onClick={() => onPick(mark)}
        />
      ))}
    </div>
  );
}

function step(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}
