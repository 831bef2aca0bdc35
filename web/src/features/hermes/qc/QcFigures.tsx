import { useMemo } from "react";
import { formatDecimal, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import { cloudModel, cloudTwin } from "@/ui/chart/cloud";
import { Figure } from "@/ui/chart/Figure";
import { Legend } from "@/ui/chart/Legend";
import { ManhattanCard, manhattanPlace } from "@/ui/chart/ManhattanCard";
import { type CloudData, parseCloud, parseManhattan, parseQq } from "@/ui/chart/plotData";
import { QqCard } from "@/ui/chart/QqCard";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { ChromosomesCard } from "./CountTables";
import { Evidence } from "./Evidence";
import classes from "./qc.module.css";
import { type QcPlotName, qcPlotQuery } from "./queries";
import type { QcReport } from "./report";

interface Props {
  upload: string;
  run: string;
  report: QcReport;
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

const square = 270;

const noPanel =
  "No reference panel was used in this run, so frequencies were not compared. Once one is installed for this build and ancestry, run QC again.";

export function QcFigures({ upload, run, report, selected, onSelect }: Props) {
  const query = <T,>(name: QcPlotName, parse: (value: unknown) => T) => qcPlotQuery(upload, run, name, parse);
  return (
    <>
      <Evidence name="manhattan">
        <Figure title="Manhattan" height={manhattanPlace} query={query("manhattan", parseManhattan)}>
          {(data) => <ManhattanCard data={data} leads={report.lead_variants} selected={selected} onSelect={onSelect} />}
        </Figure>
      </Evidence>
      <div className={classes.pair}>
        <Evidence name="qq">
          <Figure title="QQ" height={square + 22} query={query("qq", parseQq)}>
            {(data) => (
              <QqCard data={data} height={square} lambdaGc={report.lambda_gc} lambda1000={report.lambda_1000} />
            )}
          </Figure>
        </Evidence>
        <Evidence name="eaf">
          {report.panel ? (
            <Figure
              title="Frequency against panel"
              height={square + 22}
              query={query("eaf", parseCloud)}
              missing={noPanel}
            >
              {(data) => <EafCard data={data} />}
            </Figure>
          ) : (
            <Card title="Frequency against panel">{noPanel}</Card>
          )}
        </Evidence>
        <Evidence name="pz">
          <Figure title="P against P of Z" height={square + 22} query={query("pz", parseCloud)}>
            {(data) => <PzCard data={data} />}
          </Figure>
        </Evidence>
        <Evidence name="chromosomes">
          <ChromosomesCard report={report} />
        </Evidence>
      </div>
    </>
  );
}

function EafCard({ data }: { data: CloudData }) {
  const model = useMemo(() => cloudModel(data, "Frequency against panel"), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title="Frequency against panel"
      model={model}
      twin={twin}
      height={square}
      aside={`r ${formatDecimal(data.r, 3)}`}
      note={
        <Legend
          entries={[
            { mark: "first", words: `Differs by less than ${data.band}` },
            { mark: "highlight", words: `by ${data.band} or more: ${plural(data.marked, "variant")}` },
          ]}
        >
          A cloud along the other diagonal means exchanged alleles; a wide one another ancestry.
        </Legend>
      }
    />
  );
}

function PzCard({ data }: { data: CloudData }) {
  const model = useMemo(() => cloudModel(data, "P against P of Z"), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title="P against P of Z"
      model={model}
      twin={twin}
      height={square}
      aside={`r ${formatDecimal(data.r, 4)}`}
      note={
        <Legend
          entries={[
            { mark: "first", words: "P as beta / SE gives it" },
            { mark: "highlight", words: `another P: ${plural(data.marked, "variant")}` },
          ]}
        />
      }
    />
  );
}
