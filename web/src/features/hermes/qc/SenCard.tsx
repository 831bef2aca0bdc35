import { useMemo } from "react";
import { Card } from "@/ui/Card";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { senModel, senTwin } from "@/ui/chart/sen";
import type { QcReport } from "./report";
import { measures } from "./steps";

const title = "SE against N";

/** Whether N, effects and their scale fit together: the study lies on the line, or it does not. */
export function SenCard({ report }: { report: QcReport }) {
  const data = report.se_n;
  const model = useMemo(() => data && senModel(data), [data]);
  const twin = useMemo(() => data && senTwin(data), [data]);
  if (!data || !model || !twin) return <Card title={title}>{withoutPlace(report)}</Card>;
  return (
    <ScatterCard
      title={title}
      model={model}
      twin={twin}
      height={210}
      aside={measures.senRatio(data.ratio)}
      note="On the line when N, effects and their scale fit together."
    />
  );
}

/** What it is that this study lacks. */
function withoutPlace(report: QcReport): string {
  if (report.rows_clean === 0) return "No row was kept, so there is nothing to compare.";
  const lacks = [
    report.se_n?.n_max == null && "sample size",
    report.se_n?.c == null && "allele frequency",
    report.se_n?.median_se == null && "standard error",
  ].filter((what) => typeof what === "string");
  if (!report.se_n || lacks.length === 0) return "This run did not place the study in the SE–N figure.";
  return `The rows have no ${lacks.join(" and no ")}, so this study has no place in the SE–N figure.`;
}
