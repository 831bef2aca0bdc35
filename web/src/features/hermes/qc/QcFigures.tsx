import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { regionsOf } from "@/api/browse/browse";
import { type QcRun, qcPlotQuery } from "@/api/hermes/hermes";
import type { Plots } from "@/api/plots";
import { formatDate } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { Figure } from "@/ui/chart/Figure";
import { ManhattanCard, manhattanPlace } from "@/ui/chart/ManhattanCard";
import { FigureOf } from "@/ui/chart/PlotCard";
import { QqCard } from "@/ui/chart/QqCard";
import { ManhattanRegion } from "@/ui/region/ManhattanRegion";
import { late } from "@/ui/state/late";
import { sourceOf } from "../report/versions";
import { Evidence } from "./Evidence";
import { drawnFrom, frequencyTitle, pzTitle, square } from "./figureWords";
import classes from "./qc.module.css";
import { panelSetAside, type QcReport, usedPanel } from "./report";

/** They are below the start of a report. */
const EafCard = late(() => import("./Clouds").then((module) => module.EafCard));
const PzCard = late(() => import("./Clouds").then((module) => module.PzCard));
const HistogramsCard = late(() => import("./HistogramsCard").then((module) => module.HistogramsCard));
const ChromosomesCard = late(() => import("./CountTables").then((module) => module.ChromosomesCard));

interface Props {
  upload: string;
  /** Name of the submission. */
  name: string;
  run: QcRun;
  /** It is the run whose clean file can be browsed. */
  current: boolean;
  report: QcReport;
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
  /** What belongs to the first figure. */
  children: ReactNode;
}

/** Why this run has no figure of frequencies; undefined when it should have one. */
function withoutFrequencies(report: QcReport, run: QcRun): string | undefined {
  if (panelSetAside(report)) return "The reference panel was not used, so frequencies were not compared.";
  if (usedPanel(report)) return undefined;
  const { panel } = run.settings;
  const why =
    panel == null ? "No reference panel is installed for this build and ancestry" : "This run used no reference panel";
  return `${why}, so frequencies were not compared.`;
}

/**
 * The figures of a QC run, each read from the server when it comes into view. A variant selected in one is marked in
 * all.
 */
export function QcFigures({ upload, name, run, current, report, selected, onSelect, children }: Props) {
  const query = <Name extends keyof Plots>(name: Name) => qcPlotQuery(upload, run.id, name);
  const note = drawnFrom(report);
  const unmeasured = withoutFrequencies(report, run);
  return (
    <FigureOf value={sourceOf(name, `QC run ${run.number} of ${formatDate(run.created_at)}`, report.versions)}>
      <Evidence name="manhattan">
        <Figure title="Manhattan" height={manhattanPlace} query={query("manhattan")} empty={nothing(report)}>
          {(data) => {
            const card = { data, leads: report.lead_variants, selected, onSelect, note };
            return current ? (
              <ManhattanRegion {...card} {...regionsOf("hermes", `upload:${upload}`)} />
            ) : (
              <ManhattanCard {...card} />
            );
          }}
        </Figure>
      </Evidence>
      {children}
      <div className={classes.pair}>
        <Evidence name="qq">
          <Figure title="QQ" height={square + 22} query={query("qq")} empty={nothing(report)}>
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
              query={query("eaf")}
              missing={nothing(report) ?? noPairs}
              empty={nothing(report) ?? noPairs}
            >
              {(data) => <EafCard data={data} report={report} meanwhile={place(frequencyTitle)} />}
            </Figure>
          )}
        </Evidence>
        <Evidence name="pz">
          <Figure
            title={pzTitle}
            height={square + 22}
            query={query("pz")}
            missing={nothing(report) ?? noPz}
            empty={nothing(report) ?? noPz}
          >
            {(data) => <PzCard data={data} report={report} meanwhile={place(pzTitle)} />}
          </Figure>
        </Evidence>
        <Evidence name="chromosomes">
          <ChromosomesCard report={report} meanwhile={place("Chromosomes")} />
        </Evidence>
      </div>
      <Evidence name="histograms">
        <Figure
          title="Histograms"
          height={histogramsPlace}
          query={query("histograms")}
          missing={nothing(report) ?? "This run has no histograms. Run QC again to create them."}
          empty={nothing(report)}
        >
          {(data) => <HistogramsCard data={data} report={report} meanwhile={place("Histograms")} />}
        </Figure>
      </Evidence>
    </FigureOf>
  );
}

/** About as high as two rows of small figures. */
const histogramsPlace = 370;

const noPairs = "No variant has a frequency both in the file and in the panel.";
const noPz = "No row has a P value, an effect and a standard error, so there is nothing to compare.";

/** Said in place of a figure of all rows that shows none. */
const nothing = (report: QcReport) =>
  report.rows_clean === 0 ? "No row was kept, so there is nothing to plot." : undefined;

/** The place of a figure while it loads. */
function place(title: string) {
  return (
    <Card title={title}>
      <Skeleton height={square + 22} radius="sm" role="status" aria-label={`Reading ${title}`} />
    </Card>
  );
}
