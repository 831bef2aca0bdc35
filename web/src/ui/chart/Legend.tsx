import type { ReactNode } from "react";
import classes from "./chart.module.css";
import type { LegendKey, Tone } from "./model";
import { cornersOf } from "./shapes";

interface Props {
  entries: readonly LegendKey[];
  children?: ReactNode;
}

/** What the marks of a figure mean, each in its colour and shape, and a sentence on how to read it. */
export function Legend({ entries, children }: Props) {
  return (
    <>
      <ul className={classes.legend}>
        {entries.map((entry) => (
          <li key={entry.words}>
            <svg className={classes.legendMark} width="12" height="12" aria-hidden="true">
              <Sign {...entry} />
            </svg>
            {entry.words}
          </li>
        ))}
      </ul>
      {children && <div className={classes.legendText}>{children}</div>}
    </>
  );
}

const colours: Record<Exclude<Tone, "muted">, string> = {
  first: "var(--co-plot-1)",
  second: "var(--co-plot-2)",
  highlight: "var(--co-plot-hit)",
  ramp1: "var(--co-plot-ramp-1)",
  ramp2: "var(--co-plot-ramp-2)",
  ramp3: "var(--co-plot-ramp-3)",
  ramp4: "var(--co-plot-ramp-4)",
  text: "var(--co-text)",
};

function Sign({ shape, tone }: LegendKey) {
  const fill = tone ? colours[tone] : "var(--co-line)";
  if (shape === "dot") return <circle cx="6" cy="6" r="4" fill={fill} />;
  if (shape === "square") return <rect x="2.5" y="2.5" width="7" height="7" fill={fill} />;
  if (shape === "line") return <rect x="0" y="5" width="12" height="2" fill={fill} />;
  if (shape === "area") return <rect x="0" y="3" width="12" height="7" rx="2" fill={fill} />;
  return <polygon points={cornersOf(shape, 6, 6, 10).join(" ")} fill={fill} />;
}
