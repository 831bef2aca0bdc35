import type { ReactNode } from "react";
import classes from "./chart.module.css";
import type { Tone } from "./model";

export interface LegendEntry {
  /** The colour of the points, or the shaded area. */
  mark: Exclude<Tone, "muted"> | "area";
  words: ReactNode;
}

/** What the colours of a figure mean, each beside its mark, and a sentence on how to read it. */
export function Legend({ entries, children }: { entries: readonly LegendEntry[]; children?: ReactNode }) {
  return (
    <>
      <ul className={classes.legend}>
        {entries.map((entry, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own and keep their order
          <li key={i}>
            <span className={classes.legendMark} data-mark={entry.mark} aria-hidden="true" />
            {entry.words}
          </li>
        ))}
      </ul>
      {children && <div className={classes.legendText}>{children}</div>}
    </>
  );
}
