import { useMemo } from "react";
import { plural } from "@/lib/format";
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
import { type QcPlotName, type QcRun, qcPlotQuery } from "./queries";
import { panelSetAside, type QcReport, usedPanel } from "./report";
import { measures } from "./steps";

interface Props {
  upload: string;
  run: QcRun;
  report: QcReport;
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

const square = 270;

/** Said under figures that show more than the clean file; undefined when they show that. */
function drawnFrom(report: QcReport): string | undefined {
  if (report.figures_from !== "read") return undefined;
  const kept = report.rows_clean === 0 ? "none was" : `only ${plural(report.rows_clean, "row was", "rows were")}`;
  return `Drawn from the rows read: ${kept} kept.`;
}

/** Why this run has no figure of frequencies; undefined when it should have one. */
function withoutFrequencies(report: QcReport, run: QcRun): string | undefined {
  if (panelSetAside(report)) return "The reference panel was set aside, so frequencies were not compared.";
  if (usedPanel(report)) return undefined;
  const { panel } = run.settings;
  const why =
    panel == null ? "No reference panel was there for this build and ancestry" : "This run used no reference panel";
  return `${why}, so frequencies were not compared.`;
}

export function QcFigures({ upload, run, report, selected, onSelect }: Props) {
  const query = <T,>(name: QcPlotName, parse: (value: unknown) => T) => qcPlotQuery(upload, run.id, name, parse);
  const note = drawnFrom(report);
  const unmeasured = withoutFrequencies(report, run);
  return (
    <>
      <Evidence name="manhattan">
        <Figure
          title="Manhattan"
          height={manhattanPlace}
          query={query("manhattan", parseManhattan)}
          empty={nothing(report)}
        >
          {(data) => (
            <ManhattanCard
              data={data}
              leads={report.lead_variants}
              selected={selected}
              onSelect={onSelect}
              note={note}
            />
          )}
        </Figure>
      </Evidence>
      <div className={classes.pair}>
        <Evidence name="qq">
          <Figure title="QQ" height={square + 22} query={query("qq", parseQq)} empty={nothing(report)}>
            {(data) => (
              <QqCard
                data={data}
                height={square}
                lambdaGc={report.lambda_gc}
                lambda1000={report.lambda_1000}
                note={note}
              />
            )}
          </Figure>
        </Evidence>
        <Evidence name="eaf">
          {unmeasured ? (
            <Card title={frequencyTitle}>{unmeasured}</Card>
          ) : (
            <Figure
              title={frequencyTitle}
              height={square + 22}
              query={query("eaf", parseCloud)}
              missing={nothing(report) ?? noPairs}
              empty={nothing(report) ?? noPairs}
            >
              {(data) => <EafCard data={data} report={report} />}
            </Figure>
          )}
        </Evidence>
        <Evidence name="pz">
          <Figure
            title={pzTitle}
            height={square + 22}
            query={query("pz", parseCloud)}
            missing={nothing(report) ?? noPz}
            empty={nothing(report) ?? noPz}
          >
            {(data) => <PzCard data={data} report={report} />}
          </Figure>
        </Evidence>
        <Evidence name="chromosomes">
          <ChromosomesCard report={report} />
        </Evidence>
      </div>
    </>
  );
}

const frequencyTitle = "Frequency against panel";
const pzTitle = "P against P of Z";
const noPairs = "No variant has a frequency both in the file and in the panel.";
const noPz = "No row has a P value, an effect and a standard error of its own, so there is nothing to compare.";

/** Said in place of a figure of all rows that shows none. */
const nothing = (report: QcReport) =>
  report.rows_clean === 0 ? "No row was kept, so there is nothing to draw." : undefined;

interface CloudProps {
  data: CloudData;
  report: QcReport;
}

function EafCard({ data, report }: CloudProps) {
  const model = useMemo(() => cloudModel(data, frequencyTitle), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title={frequencyTitle}
      model={model}
      twin={twin}
      height={square}
      aside={measures.eafCorrelation(report.eaf_correlation ?? data.r)}
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

function PzCard({ data, report }: CloudProps) {
  const model = useMemo(() => cloudModel(data, pzTitle), [data]);
  const twin = useMemo(() => cloudTwin(data), [data]);
  return (
    <ScatterCard
      title={pzTitle}
      model={model}
      twin={twin}
      height={square}
      aside={measures.pzCorrelation(report.pz_correlation ?? data.r)}
      note={
        <Legend
          entries={[
            { mark: "first", words: "P as beta / SE gives it" },
            { mark: "highlight", words: `another P: ${plural(data.marked, "variant")}` },
          ]}
        >
          {drawnFrom(report)}
        </Legend>
      }
    />
  );
}
