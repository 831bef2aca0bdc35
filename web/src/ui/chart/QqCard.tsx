import { useMemo } from "react";
import { formatDecimal } from "@/lib/format/format";
import type { QqData } from "./plotData";
import { qqLegend, qqModel, qqTwin, withLambda } from "./qq";
import { ScatterCard } from "./ScatterCard";

interface Props {
  /** "QQ" if absent. */
  title?: string;
  data: QqData;
  height: number;
  lambdaGc: number | null | undefined;
  /** λ for a study of 1,000 cases and 1,000 controls; absent without cases. */
  lambda1000?: number | null | undefined;
  /** The P values are those of statistics of several degrees of freedom, whose λ the curves do not give. */
  severalDf?: boolean;
  /** A sentence under the figure. */
  note?: string | undefined;
}

/** The QQ figure of a file or of a meta-analysis, with λ and what each curve is. */
export function QqCard({ title = "QQ", data, height, lambdaGc, lambda1000, severalDf, note }: Props) {
  const shown = useMemo(() => (severalDf ? withLambda(data, lambdaGc ?? null) : data), [data, severalDf, lambdaGc]);
  const model = useMemo(() => qqModel(shown), [shown]);
  const twin = useMemo(() => qqTwin(shown), [shown]);
  const words: string[] = [];
  if (lambdaGc != null) words.push(`λ ${formatDecimal(lambdaGc, 3)}`);
  if (lambda1000 != null) words.push(`λ1000 ${formatDecimal(lambda1000, 3)}`);
  return (
    <ScatterCard
      title={title}
      model={model}
      twin={twin}
      height={height}
      aside={words.join(" · ")}
      legend={qqLegend(shown)}
      note={note}
    />
  );
}
