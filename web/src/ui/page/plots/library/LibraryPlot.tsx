import { useComputedColorScheme } from "@mantine/core";
import type { ECharts } from "echarts/core";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Bounds, PlotView } from "@/lib/document/views";
import chartClasses from "../../../chart/chart.module.css";
import type { Size } from "../../../chart/model";
import { PlotCard } from "../../../chart/PlotCard";
import { type PlacedSpots, SpotSurface } from "../../../chart/SpotSurface";
import { tokensOf } from "../../../chart/tokens";
import type { Dragged } from "../../../chart/usePointer";
import { PlotTools } from "../PlotTools";
import type { LibraryChart } from "./chart";
import { close, echarts } from "./echarts";
import { foreignFigure } from "./save";

interface Props {
  chart: LibraryChart;
  view: PlotView | undefined;
  onView: (view: PlotView | undefined) => void;
  notes: React.ReactNode;
}

/** A plot that the charting library draws; pointer, keys, table and saving are those of every figure. */
export function LibraryPlot({ chart, view, onView, notes }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: chart.height });
  const [spots, setSpots] = useState<PlacedSpots>();
  const library = useRef<ECharts>(undefined);
  const scheme = useComputedColorScheme("light");

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = echarts.init(element, undefined, { renderer: "canvas" });
    library.current = made;
    const measure = () => setSize({ width: Math.floor(element.clientWidth), height: chart.height });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      library.current = undefined;
      close(made);
    };
  }, [chart.height]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes the colours that are read from the element
  useEffect(() => {
    const [made, element] = [library.current, place.current];
    if (!made || !element || size.width === 0) return;
    made.resize({ width: size.width, height: size.height });
    made.setOption(chart.option(tokensOf(element), view), { notMerge: true });
    setSpots(placed(made, chart));
  }, [chart, view, size, scheme]);

  const save = useCallback(() => (size.width > 0 ? foreignFigure(chart, view, size) : undefined), [chart, view, size]);

  function drag({ x, y }: Dragged): void {
    const made = library.current;
    if (!made) return;
    const [from, to] = [
      made.convertFromPixel({ gridIndex: 0 }, [x[0], y[1]]) as number[],
      made.convertFromPixel({ gridIndex: 0 }, [x[1], y[0]]) as number[],
    ];
    const ends = { x: [from[0], to[0]] as Bounds, y: [from[1], to[1]] as Bounds };
    onView(chart.zooms === "both" ? ends : { x: ends.x });
  }

  const pick = chart.spots.pick;
  return (
    <PlotCard
      title={chart.title}
      height={chart.height}
      twin={chart.twin}
      figure={save}
      note={notes}
      tools={<PlotTools isNarrowed={view !== undefined} onReset={() => onView(undefined)} />}
    >
      <div className={chartClasses.frame} style={{ height: chart.height }}>
        <div ref={place} role="img" aria-label={`${chart.title}. ${chart.summary}`} style={{ height: chart.height }} />
        {spots && (
          <SpotSurface
            title={chart.title}
            size={size}
            spots={spots}
            onPick={pick && ((i) => onView(pick(i)))}
            onDrag={chart.zooms && drag}
            onReset={view && (() => onView(undefined))}
          />
        )}
      </div>
    </PlotCard>
  );
}

/** Where the spots came to lie; those outside the view are far away. */
function placed(made: ECharts, { spots }: LibraryChart): PlacedSpots {
  const x = new Float64Array(spots.length);
  const y = new Float64Array(spots.length);
  for (let i = 0; i < spots.length; i++) {
    const at = made.convertToPixel({ gridIndex: 0 }, [spots.x[i] as number, spots.y[i] as number]) as number[];
    x[i] = at[0] ?? Number.NaN;
    y[i] = at[1] ?? Number.NaN;
  }
  return { x, y, near: spots.near, facts: (i) => spots.facts(i) };
}
