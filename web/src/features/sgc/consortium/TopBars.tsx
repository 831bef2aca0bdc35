import { Tooltip } from "@mantine/core";
import { useCallback, useMemo, useRef } from "react";
import type { Total } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import { PlotCard } from "@/ui/chart/PlotCard";
import { EmptyState } from "@/ui/state/states";
import { barsHeight, barsTwin, barTop, barWords, paintBars, topOf } from "./bars";
import classes from "./figures.module.css";

interface Props {
  totals: readonly Total[];
  onPick: (code: string) => void;
}

const shown = 20;

/** The phenotypes with the most cases as bars; each opens the cohorts behind it. */
export function TopBars({ totals, onPick }: Props) {
  const bars = useMemo(() => topOf(totals, shown), [totals]);
  const width = useRef(0);
  const paint = useCallback<Painter>((pen, at, tokens) => paintBars(bars, pen, at, tokens), [bars]);
  const onWidth = useCallback((next: number) => {
    width.current = next;
  }, []);
  const title = `The ${plural(bars.length, "phenotype")} with the most cases`;
  const twin = useMemo(() => barsTwin(bars, title), [bars, title]);
  if (bars.length === 0) {
    return <EmptyState title="No cases yet">Bars appear when a cohort submits its cases.</EmptyState>;
  }
  const height = barsHeight(bars);
  return (
    <PlotCard
      title={title}
      height={height}
      twin={twin}
      figure={() =>
        width.current ? { title, size: { width: width.current, height }, paint, legend: "drawn" } : undefined
      }
      note="Males, then females. Some cohorts count only one sex. The pale end of a bar is the possible range from hidden numbers. Click a bar to see its cohorts."
    >
      <FigureCanvas paint={paint} height={height} onWidth={onWidth} label={`${title}. Each bar follows as a button.`}>
        {bars.map((bar, i) => (
          <Tooltip
            key={bar.code}
            label={barWords(bar)}
            multiline
            maw={320}
            events={{ hover: true, focus: true, touch: false }}
          >
            <button
              type="button"
              className={classes.bar}
              style={{ top: barTop(i) }}
              aria-label={`${barWords(bar)}. Show the cohorts.`}
              onClick={() => onPick(bar.code)}
            />
          </Tooltip>
        ))}
      </FigureCanvas>
    </PlotCard>
  );
}
