import { SegmentedControl } from "@mantine/core";
import { type ReactNode, useCallback, useId, useMemo, useState } from "react";
import { Card } from "@/ui/Card";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import { HeatSurface } from "@/ui/chart/HeatSurface";
import { PlotCard } from "@/ui/chart/PlotCard";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { People } from "../People";
import classes from "./figures.module.css";
import { byPeople, cellFacts, cellWords, type HeatOrder, heatOf, heatSummary, heatTwin, type Pair } from "./heat";
import { layOutHeat, paintHeat } from "./heatPaint";

interface Props {
  pairs: readonly Pair[];
  /** Whom the numbers count: "males", "females", "both sexes". */
  label: string;
  /** Words at the right of the head. */
  aside?: ReactNode;
}

/** How many people have two phenotypes at once, for every pair: colours by steps, hatched where hidden numbers may change them. */
export function HeatMap({ pairs, label, aside }: Props) {
  const [order, setOrder] = useState<HeatOrder>("code");
  const heat = useMemo(() => heatOf(pairs, order), [pairs, order]);
  const layout = useMemo(() => layOutHeat(heat), [heat]);
  const title = `Co-occurrence, ${label}`;
  const twin = useMemo(() => heatTwin(pairs, title), [pairs, title]);
  const paint = useCallback<Painter>((pen, _size, tokens) => paintHeat(heat, layout, pen, tokens), [heat, layout]);
  const summary = heatSummary(heat, pairs);
  const { width, height } = layout.size;
  if (pairs.length === 0) return <Card title={title}>No pair of phenotypes was submitted.</Card>;
  return (
    <PlotCard
      title={title}
      aside={aside}
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Order of the phenotypes"
          value={order}
          onChange={(next) => setOrder(next as HeatOrder)}
          data={[
            { value: "code", label: "By code" },
            { value: "people", label: "Most people first" },
          ]}
        />
      }
      height={Math.min(height, 560)}
      twin={twin}
      figure={() => ({ title, size: layout.size, paint, legend: "drawn" })}
      note={`${summary} Hatched cells can contain more people than shown, because part of the number is hidden.`}
    >
      <div className={classes.beside}>
        <ScrollRegion label={`${title}, figure`} className={classes.scroll}>
          <div style={{ width }}>
            <FigureCanvas paint={paint} height={height} label={`${title}. ${summary}`}>
              <HeatSurface
                layout={layout}
                rows={heat.codes.length}
                columns={heat.codes.length}
                title={title}
                facts={(row, column) => cellFacts(heat, row, column, label)}
                words={(row, column) => cellWords(heat, row, column, label)}
              />
            </FigureCanvas>
          </div>
        </ScrollRegion>
        <TopPairs pairs={pairs} />
      </div>
    </PlotCard>
  );
}

const listed = 20;

/** The pairs that many people have, beside the figure or below it. */
function TopPairs({ pairs }: { pairs: readonly Pair[] }) {
  const heading = useId();
  const top = byPeople(pairs)
    .slice(0, listed)
    .filter(({ n }) => n.high > 0);
  if (top.length === 0) return null;
  return (
    <div className={classes.top}>
      <h3 id={heading} className={classes.topTitle}>
        Most people
      </h3>
      <ol aria-labelledby={heading} className={classes.topList}>
        {top.map(({ a, b, n }) => (
          <li key={`${a} ${b}`}>
            <span className={classes.pair}>
              {a} <span className={classes.and}>and</span> {b}
            </span>
            <span className={classes.people}>
              <People count={n} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
