import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { plural } from "@/lib/format/format";
import chart from "../chart/chart.module.css";
import { TwinTable } from "../chart/TwinTable";
import { useTouch } from "../focus/useTouch";
import { RegionFigure, type RegionFigureProps } from "./RegionFigure";
import { RegionLegend } from "./RegionLegend";
import classes from "./region.module.css";
import type { RegionData } from "./regionData";
import { regionTwin } from "./twin";

interface Props extends RegionFigureProps {
  /** Another region is shown until this one is read. */
  stale: boolean;
  /** Shown in the head, unless a heading of the page already contains it. */
  heading?: string | undefined;
  /** Under the figure, before how to move, in place of how LD is chosen. */
  help?: string | undefined;
  /** Buttons at the right of the head. */
  tools?: ReactNode;
}

const tableHeight = 520;

const byPointer = "Drag to move, Shift and drag for a stretch, Ctrl or ⌘ and the wheel to zoom.";
const byFinger = "Drag sideways to move, drag along the axis to zoom into a stretch.";

/** A region in its card: legend, figure, and the same as a table. */
export function RegionCard({ stale, heading, help, tools, ...figure }: Props) {
  const { data, region, show, title } = figure;
  const [table, setTable] = useState(false);
  const touch = useTouch();
  return (
    <section className={chart.card} aria-label={title} aria-busy={stale}>
      <div className={classes.head}>
        {heading && <h2 className={chart.title}>{heading}</h2>}
        <RegionLegend data={data} show={show} />
        <div className={chart.tools}>
          <Button size="compact-sm" variant="default" aria-pressed={table} onClick={() => setTable(!table)}>
            {table ? "Plot" : "Table"}
          </Button>
          {tools}
        </div>
      </div>
      <div className={classes.body}>
        {table ? (
          <TwinTable twin={regionTwin(data, region)} height={tableHeight} />
        ) : (
          <div className={stale ? classes.stale : undefined}>
            <RegionFigure {...figure} />
          </div>
        )}
        {thinned(data) && <p className={classes.help}>{thinned(data)}</p>}
        {!table && (
          <p className={classes.help}>
            {help} {touch ? byFinger : byPointer}{" "}
            {!help && (touch ? "Tap a variant to colour by LD with it." : "Click a variant to colour by LD with it.")}
          </p>
        )}
      </div>
    </section>
  );
}

/** States that not every point is drawn, and what was left out. */
function thinned({ tracks, other_builds }: RegionData): string {
  const words = tracks.flatMap(({ result, shown, total }) =>
    shown < total ? [`${result.title}: ${plural(total - shown, "weak point")} left out. Zoom in to see them all.`] : [],
  );
  return [...words, ...other_builds.map(({ sentence }) => sentence)].join(" ");
}
