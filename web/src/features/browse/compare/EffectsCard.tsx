import { SegmentedControl } from "@mantine/core";
import { useMemo } from "react";
import type { Comparison, Effects } from "@/api/browse/compare";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { effectModel, effectTwin } from "@/ui/chart/effects";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { effectAxis, effectPoints, slopeText } from "./loci";

interface Props {
  comparison: Comparison;
  onEffects: (effects: Effects) => void;
}

/** The effect of each lead variant in both results, with the line through 0. */
export function EffectsCard({ comparison, onEffects }: Props) {
  const { up, down, loci, line, effects } = comparison;
  const points = useMemo(() => effectPoints(loci), [loci]);
  const axes = useMemo(
    () => ({
      up: up.title,
      down: down.title,
      unit: effects === "z" ? "Z" : effectAxis(up.effect_scale),
    }),
    [up, down, effects],
  );
  const model = useMemo(() => effectModel(points, line.slope ?? undefined, axes), [points, line.slope, axes]);
  if (points.length === 0) {
    return <Card title="Effect against effect">{nothing(comparison)}</Card>;
  }
  return (
    <ScatterCard
      title="Effect against effect"
      aside={plural(points.length, "lead variant")}
      model={model}
      twin={effectTwin(points, axes)}
      savedLegend={({ effectKeys }) => effectKeys(line.slope ?? undefined)}
      height={330}
      tools={
        <Choice
          effects={effects}
          sameScale={up.effect_scale !== "" && up.effect_scale === down.effect_scale}
          onEffects={onEffects}
        />
      }
      note={<Findings comparison={comparison} />}
    />
  );
}

/** Effects on two scales are not offered against each other. */
function Choice({
  effects,
  sameScale,
  onEffects,
}: {
  effects: Effects;
  sameScale: boolean;
  onEffects: Props["onEffects"];
}) {
  if (!sameScale) return null;
  return (
    <SegmentedControl
      size="xs"
      aria-label="Compared statistic"
      data={[
        { value: "beta", label: "Effects" },
        { value: "z", label: "Z" },
      ]}
      value={effects}
      onChange={(value) => onEffects(value === "z" ? "z" : "beta")}
    />
  );
}

function Findings({ comparison: { line, unmatched, effects } }: { comparison: Comparison }) {
  const slope = slopeText(line);
  return (
    <>
      <p>
        {slope ? (
          <>
            <strong>Slope {slope}</strong> through 0, {effects === "z" ? "equal errors" : "errors"} on both axes
          </>
        ) : (
          line.missing
        )}
        {line.correlation != null && ` · r ${formatDecimal(line.correlation, 2)}`} ·{" "}
        {`${formatCount(line.opposite)} of ${formatCount(line.n)} differ in sign`}
      </p>
      {(line.scatter ?? 0) > 1 && (
        <p>
          The variants scatter more than their errors explain (χ² per degree of freedom {formatDecimal(line.scatter, 1)}
          ), so the interval is widened.
        </p>
      )}
      {unmatched.map(({ reason, sentence }) => (
        <p key={reason}>{sentence}</p>
      ))}
    </>
  );
}

function nothing({ loci, unmatched }: Comparison): string {
  if (loci.length === 0) return "No variant has P below 5e-8 in either result, so there is no lead variant to compare.";
  return `No lead variant could be matched. ${unmatched.map(({ sentence }) => sentence).join(" ")}`;
}
