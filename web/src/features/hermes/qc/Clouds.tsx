import { useMemo } from "react";
import { plural } from "@/lib/format/format";
import { cloudModel, cloudTwin } from "@/ui/chart/cloud";
import type { CloudData } from "@/ui/chart/plotData";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { drawnFrom, frequencyTitle, pzTitle, square } from "./figureWords";
import type { QcReport } from "./report";
import { measures } from "./steps";

interface CloudProps {
  data: CloudData;
  report: QcReport;
}

/** Frequencies of the file against those of the panel. */
export function EafCard({ data, report }: CloudProps) {
  const model = useMemo(() => cloudModel(data, frequencyTitle), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title={frequencyTitle}
      model={model}
      twin={twin}
      height={square}
      aside={measures.eafCorrelation(report.eaf_correlation ?? data.r)}
      legend={[
        { shape: "square", tone: "first", words: `Differs by less than ${data.band}` },
        { shape: "square", tone: "highlight", words: `by ${data.band} or more: ${plural(data.marked, "variant")}` },
      ]}
      note="A cloud along the other diagonal means swapped alleles. A wide cloud means another ancestry."
    />
  );
}

/** P of the file against P that effect and standard error give. */
export function PzCard({ data, report }: CloudProps) {
  const model = useMemo(() => cloudModel(data, pzTitle), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title={pzTitle}
      model={model}
      twin={twin}
      height={square}
      aside={measures.pzCorrelation(report.pz_correlation ?? data.r)}
      legend={[
        { shape: "square", tone: "first", words: "P from beta / SE" },
        { shape: "square", tone: "highlight", words: `another P: ${plural(data.marked, "variant")}` },
      ]}
      note={drawnFrom(report)}
    />
  );
}
