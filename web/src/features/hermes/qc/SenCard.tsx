import { useMemo } from "react";
import { Card } from "@/ui/Card";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { senModel, senTwin } from "@/ui/chart/sen";
import { formatNumber } from "@/ui/chart/words";
import type { QcReport } from "./report";

/** Whether N, effects and their scale fit together: the study lies on the line, or it does not. */
export function SenCard({ data }: { data: NonNullable<QcReport["se_n"]> }) {
  const model = useMemo(() => senModel(data), [data]);
  const twin = useMemo(() => senTwin(data), [data]);
  if (!model) {
    return (
      <Card title="SE against N">
        The file states no sample size or no frequencies, so this study has no place in the SE–N figure.
      </Card>
    );
  }
  return (
    <ScatterCard
      title="SE against N"
      model={model}
      twin={twin}
      height={210}
      aside={`ratio ${formatNumber(data.ratio)}`}
      note="On the line when N, effects and their scale fit together."
    />
  );
}
