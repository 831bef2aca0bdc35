import { useCallback, useMemo, useState } from "react";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import { type Forest, forestHeight, forestKeys, forestTwin, interval, paintForest } from "@/ui/chart/forest";
import { PlotCard } from "@/ui/chart/PlotCard";
import type { Locus, StudyCounts } from "../summary";
import { type ForestChoices, forestOf, heterogeneity, withoutOf } from "./forests";

interface Props extends ForestChoices {
  locus: Locus;
  /** All of the run, so that those without the variant are named too. */
  studies: readonly StudyCounts[];
}

/** The results of each study for one variant, and the combined estimates. */
export function ForestCard({ locus, studies, scheme, measure, ancestries }: Props) {
  const forest = useMemo(
    () => forestOf(locus, studies, { scheme, measure, ancestries }),
    [locus, studies, scheme, measure, ancestries],
  );
  const note = [
    `Forest plot of ${locus.effect_allele} against ${locus.other_allele}`,
    ...(scheme === "random" ? ["weights of the random effects"] : []),
    ...heterogeneity(locus),
  ];
  return <ForestFigure forest={forest} name="Forest plot" title={forest.title} note={note.join(" · ")} />;
}

/** The combined effect at one variant without each of its studies. */
export function WithoutCard({ locus, measure }: Pick<Props, "locus" | "measure">) {
  const forest = useMemo(() => withoutOf(locus, measure), [locus, measure]);
  if (forest.studies.length < 2) return null;
  const note = locus.driven_by
    ? `${locus.driven_by} drives this locus: without it the others are not genome-wide significant`
    : "Fixed effect without each study in turn";
  return <ForestFigure forest={forest} name="Leave one out" title={`Leave one out · ${forest.title}`} note={note} />;
}

function ForestFigure({ forest, name, title, note }: { forest: Forest; name: string; title: string; note: string }) {
  const twin = useMemo(() => forestTwin(forest), [forest]);
  const [width, setWidth] = useState(0);
  const paint = useCallback<Painter>((pen, at, tokens) => paintForest(forest, pen, at, tokens), [forest]);
  const height = forestHeight(forest, width);
  const spoken = forest.combined.map((one) => `${one.name} ${interval(one, forest.oddsRatio)}`).join("; ");
  return (
    <PlotCard
      title={title}
      height={height}
      twin={twin}
      note={note}
      figure={() =>
        width > 0
          ? { title: `${name} of ${forest.title}`, size: { width, height }, paint, legend: forestKeys }
          : undefined
      }
    >
      <FigureCanvas paint={paint} height={height} onWidth={setWidth} label={`${name} of ${forest.title}. ${spoken}.`} />
    </PlotCard>
  );
}
