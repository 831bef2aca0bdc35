import { useMemo } from "react";
import { Card } from "@/ui/Card";
import type { Keys } from "@/ui/chart/legends";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { lambdaModel, type Placed, placedTwin, senModel, senTwin } from "@/ui/chart/sen";
import type { QcReport } from "./report";
import { measures } from "./steps";

const title = "SE against N";

interface Props {
  report: QcReport;
  /** The other files of the phenotype. */
  others: readonly Placed[];
}

/** Whether N, effects and their scale are consistent: the study is on the line, or not. */
export function SenCard({ report, others }: Props) {
  const data = report.se_n;
  const model = useMemo(() => data && senModel(data, others), [data, others]);
  const twin = useMemo(
    () => data && (others.length > 0 ? placedTwin(report.lambda_gc, data, others) : senTwin(data)),
    [data, others, report],
  );
  if (!data || !model || !twin) return <Card title={title}>{withoutPlace(report)}</Card>;
  return (
    <ScatterCard
      title={title}
      model={model}
      twin={twin}
      height={210}
      aside={measures.senRatio(data.ratio)}
      legend={legendOf(others)}
      note="Points on the line have consistent N, effects and scale."
    />
  );
}

/** Whether the inflation of this file fits its size. */
export function LambdaCard({ report, others }: Props) {
  const data = report.se_n ?? null;
  const model = useMemo(() => lambdaModel(report.lambda_gc, data, others), [report, data, others]);
  const twin = useMemo(() => placedTwin(report.lambda_gc, data, others), [report, data, others]);
  if (!model || others.every(({ lambda }) => lambda === null)) return null;
  return (
    <ScatterCard
      title="λ against N"
      model={model}
      twin={twin}
      height={210}
      legend={legendOf(others)}
      note="λ grows with N for a polygenic trait. A file far above others of its size may be stratified."
    />
  );
}

const legendOf = (others: readonly Placed[]): Keys => [
  { shape: "diamond", tone: "highlight", words: "This file" },
  ...(others.length > 0 ? [{ shape: "dot", tone: "first", words: "Accepted files (others in grey)" } as const] : []),
];

/** What it is that this study lacks. */
function withoutPlace(report: QcReport): string {
  if (report.rows_clean === 0) return "No row was kept, so there is nothing to compare.";
  const lacks = [
    report.se_n?.n_max == null && "sample size",
    report.se_n?.c == null && "allele frequency",
    report.se_n?.median_se == null && "standard error",
  ].filter((what) => typeof what === "string");
  if (!report.se_n || lacks.length === 0) return "This run has no SE–N value.";
  return `The rows have no ${lacks.join(" and no ")}, so this study is not in the SE–N figure.`;
}
