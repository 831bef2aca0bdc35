import { SegmentedControl, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type NavigateOptions, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { type Comparison, resultPlotQuery } from "@/api/browse/compare";
import { type BrowseArea, regionLink } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import { genomeOf } from "@/ui/chart/manhattan";
import { type MiamiScale, type MiamiSide, miamiModel, miamiTwin } from "@/ui/chart/miami";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { Answered, inCard, together } from "@/ui/state/Answered";
import classes from "./compare.module.css";
import { miamiLoci } from "./loci";

interface Props {
  area: BrowseArea;
  comparison: Comparison;
  axes: MiamiScale;
  onAxes: (axes: MiamiScale) => void;
}

const height = 420;

/**
 * Both results over the genome, one upwards and one downwards; shared loci are highlighted, and a
 * peak links to its region.
 */
export function MiamiCard({ area, comparison, axes, onAxes }: Props) {
  const { up, down } = comparison;
  const answer = together(useQuery(resultPlotQuery(up.ref)), useQuery(resultPlotQuery(down.ref)));
  return (
    <Answered
      what="the Miami plot"
      answer={answer}
      loading={
        <Card title="Miami plot">
          <Skeleton height={height} radius="sm" role="status" aria-label="Reading the plots" />
        </Card>
      }
      frame={inCard("Miami plot")}
      safe="The loci and the effects are not affected."
    >
      {([upper, lower]) => (
        <Drawn
          area={area}
          comparison={comparison}
          upper={{ name: up.title, data: upper }}
          lower={{ name: down.title, data: lower }}
          axes={axes}
          onAxes={onAxes}
        />
      )}
    </Answered>
  );
}

function Drawn({ area, comparison, upper, lower, axes, onAxes }: Props & { upper: MiamiSide; lower: MiamiSide }) {
  const genome = useMemo(() => genomeOf(upper.data), [upper.data]);
  const loci = useMemo(() => miamiLoci(comparison.loci), [comparison.loci]);
  const navigate = useNavigate();
  const open = (x: number) => {
    const place = genome.locate(x);
    const region = place && genome.around(place.chromosome.code, place.position);
    if (!region) return;
    const search = { build: comparison.genome_build, results: [comparison.up.ref, comparison.down.ref] };
    void navigate(regionLink(area, region, search) as NavigateOptions);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a side is made anew on each render, its data and name are not
  const model = useMemo(
    () => miamiModel(genome, upper, lower, loci, axes),
    [genome, upper.data, upper.name, lower.data, lower.name, loci, axes],
  );
  return (
    <ScatterCard
      title="Miami plot"
      model={model}
      twin={miamiTwin(upper, lower)}
      savedLegend={({ miamiKeys }) => miamiKeys}
      height={height}
      zooms
      onPick={open}
      note="Click a peak to open its region with both results."
      aside={
        <span className={classes.key}>
          <span className={classes.dot} /> shared locus
        </span>
      }
      tools={
        <SegmentedControl
          size="xs"
          aria-label="Scale of the two halves"
          data={[
            { value: "own", label: "Own scale" },
            { value: "same", label: "Same scale" },
          ]}
          value={axes}
          onChange={(value) => onAxes(value === "same" ? "same" : "own")}
        />
      }
    />
  );
}
