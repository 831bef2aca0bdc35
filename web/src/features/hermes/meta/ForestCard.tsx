import { useCallback, useMemo, useRef } from "react";
import type { Painter } from "@/ui/chart/exportFigure";
import { FigureCanvas } from "@/ui/chart/FigureCanvas";
import { type Estimate, type Forest, forestHeight, forestTwin, interval, paintForest } from "@/ui/chart/forest";
import type { Size } from "@/ui/chart/model";
import { PlotCard } from "@/ui/chart/PlotCard";
import { formatLocus, shortenP } from "@/ui/chart/words";
import { type AncestryNames, ancestryLines } from "./ancestries";
import type { Locus, StudyCounts } from "./summary";

interface Props {
  locus: Locus;
  /** All of the run, so that those without the variant are named too. */
  studies: readonly StudyCounts[];
  oddsRatio: boolean;
  ancestries: AncestryNames;
}

/** What each study says about one variant, and the combined estimates. */
export function ForestCard({ locus, studies, oddsRatio, ancestries }: Props) {
  const forest = useMemo(
    () => forestOf(locus, studies, oddsRatio, ancestries),
    [locus, studies, oddsRatio, ancestries],
  );
  const note = [`Forest plot of ${locus.effect_allele} against ${locus.other_allele}`, ...heterogeneity(locus)];
  return <ForestFigure forest={forest} name="Forest plot" title={forest.title} note={note.join(" · ")} />;
}

/** The combined effect at one variant without each of its studies. */
export function WithoutCard({ locus, oddsRatio }: Omit<Props, "studies" | "ancestries">) {
  const forest = useMemo(() => withoutOf(locus, oddsRatio), [locus, oddsRatio]);
  if (forest.studies.length < 2) return null;
  const note = locus.driven_by
    ? `${locus.driven_by} drives this locus: without it the others are not genome-wide significant`
    : "Fixed effect of the others, for each study that is left out";
  return <ForestFigure forest={forest} name="Leave one out" title={`Leave one out · ${forest.title}`} note={note} />;
}

function ForestFigure({ forest, name, title, note }: { forest: Forest; name: string; title: string; note: string }) {
  const twin = useMemo(() => forestTwin(forest), [forest]);
  const size = useRef<Size>(undefined);
  const paint = useCallback<Painter>((pen, at, tokens) => paintForest(forest, pen, at, tokens), [forest]);
  const onSize = useCallback((next: Size) => {
    size.current = next;
  }, []);
  const height = forestHeight(forest);
  const spoken = forest.combined.map((one) => `${one.name} ${interval(one, forest.oddsRatio)}`).join("; ");
  return (
    <PlotCard
      title={title}
      height={height}
      twin={twin}
      note={note}
      figure={() => size.current && { title: `${name} of ${forest.title}`, size: size.current, paint }}
    >
      <FigureCanvas paint={paint} height={height} onSize={onSize} label={`${name} of ${forest.title}. ${spoken}.`} />
    </PlotCard>
  );
}

/** Tests of heterogeneity; a meta-regression tells how much of it goes with ancestry. */
function heterogeneity({ het_p, between, regression }: Locus): string[] {
  const parts = [
    ["heterogeneity P", het_p],
    [`between ancestries (χ² with ${between?.df} df) P`, between?.het_p],
    ["that goes with ancestry", regression?.het_ancestry_p],
    ["the rest", regression?.het_residual_p],
  ];
  return parts.flatMap(([name, p]) => (p && p !== "NA" ? [`${name} ${shortenP(p)}`] : []));
}

type Numbers = { beta?: number | null; standard_error?: number | null; neg_log_10_p_value?: number | null };

const estimate = (name: string, of: Numbers | null | undefined): Estimate => ({
  name,
  beta: of?.beta ?? undefined,
  se: of?.standard_error ?? undefined,
  negLog10P: of?.neg_log_10_p_value ?? undefined,
});

function titleOf(locus: Locus): string {
  const place = locus.chromosome === 0 ? "" : formatLocus(locus.chromosome, locus.base_pair_location);
  return [place, locus.rsid].filter(Boolean).join(" · ");
}

function withoutOf(locus: Locus, oddsRatio: boolean): Forest {
  const left = locus.studies.filter((study) => study.without);
  return {
    title: titleOf(locus),
    studies: left.map((study) => estimate(`without ${study.name}`, study.without)),
    combined: [estimate("All (fixed)", locus.fixed)].filter((one) => one.beta !== undefined),
    oddsRatio,
  };
}

function forestOf(
  locus: Locus,
  studies: readonly StudyCounts[],
  oddsRatio: boolean,
  ancestries: AncestryNames,
): Forest {
  const found = new Map(locus.studies.map((study) => [study.name, study]));
  const lineOf = ({ name }: StudyCounts) => estimate(name, found.get(name));
  const lines = locus.ancestries ? ancestryLines(locus, studies, ancestries, lineOf) : studies.map(lineOf);
  const combined = [estimate("All (fixed)", locus.fixed), estimate("All (random)", locus.random)];
  return {
    title: titleOf(locus),
    studies: lines,
    combined: combined.filter((one) => one.beta !== undefined),
    oddsRatio,
  };
}
