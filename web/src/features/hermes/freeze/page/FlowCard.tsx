import { useCallback, useMemo, useRef, useState } from "react";
import type { FreezeFlow } from "@/api/hermes/freezes";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import { PlotCard } from "@/ui/chart/PlotCard";
import { useAncestryName } from "../matrix";
import { flowHeight, flowSentence, flowTwin, paintFlow } from "./flow";

const title = "From cohorts to the release";
const firstWidth = 900;

/** How many cohorts and participants each step leaves, with the reason of every loss. */
export function FlowCard({ flow, name }: { flow: FreezeFlow; name: string }) {
  const ancestryName = useAncestryName();
  const [width, setWidth] = useState(firstWidth);
  const shown = useRef(firstWidth);
  const onWidth = useCallback((now: number) => {
    shown.current = now;
    setWidth(now);
  }, []);
  const paint = useCallback<Painter>(
    (pen, size, tokens) => paintFlow(flow, ancestryName, pen, size, tokens),
    [flow, ancestryName],
  );
  const height = flowHeight(flow, width);
  const twin = useMemo(() => flowTwin(flow, ancestryName), [flow, ancestryName]);
  const figure = useCallback(
    () => ({
      title: `${name}: ${title.toLowerCase()}`,
      size: { width: shown.current, height: flowHeight(flow, shown.current) },
      paint,
      legend: "drawn" as const,
    }),
    [name, flow, paint],
  );
  return (
    <PlotCard
      title={title}
      aside="participants"
      height={height}
      twin={twin}
      figure={figure}
      note="A cohort counts while one of its submissions is left. Its participants count once for each ancestry."
    >
      <FigureCanvas paint={paint} height={height} label={flowSentence(flow)} onWidth={onWidth} />
    </PlotCard>
  );
}
