import { useMemo } from "react";
import { formatDecimal, plural } from "@/lib/format";
import { Card } from "@/ui/Card";
import { cloudModel, cloudTwin } from "@/ui/chart/cloud";
import { Legend } from "@/ui/chart/Legend";
import { genomeOf, type Lead, manhattanModel, manhattanTwin } from "@/ui/chart/manhattan";
import { type CloudData, type ManhattanData, parseCloud, parseManhattan, parseQq } from "@/ui/chart/plotData";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { formatLocus, formatNumber } from "@/ui/chart/words";
import { Figure } from "../report/Figure";
import { QqCard } from "../report/QqCard";
import { ChromosomesCard } from "./CountTables";
import { Evidence } from "./Evidence";
import classes from "./qc.module.css";
import { type QcPlotName, qcPlotQuery } from "./queries";
import type { QcLead, QcReport } from "./report";

interface Props {
  upload: string;
  run: string;
  report: QcReport;
  /** variant_id of the lead that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

const wide = 250;
const square = 270;

const noPanel =
  "No reference panel was used in this run, so frequencies were not compared. Once one is installed for this build and ancestry, run QC again.";

/** Labelled leads: more would cover each other. */
const labelled = 40;

export function QcFigures({ upload, run, report, selected, onSelect }: Props) {
  const query = <T,>(name: QcPlotName, parse: (value: unknown) => T) => qcPlotQuery(upload, run, name, parse);
  return (
    <>
      <Evidence name="manhattan">
        <Figure title="Manhattan" height={wide + 22} query={query("manhattan", parseManhattan)}>
          {(data) => <QcManhattan data={data} leads={report.lead_variants} selected={selected} onSelect={onSelect} />}
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

function QcManhattan(props: {
  data: ManhattanData;
  leads: QcLead[];
  selected: string | undefined;
  onSelect: Props["onSelect"];
}) {
  const { data, leads, selected, onSelect } = props;
  const genome = useMemo(() => genomeOf(data), [data]);
  const shown = useMemo(() => leads.slice(0, labelled).map(leadOf), [leads]);
  const model = useMemo(() => manhattanModel(data, genome, shown), [data, genome, shown]);
  const twin = useMemo(() => manhattanTwin(data), [data]);

  function pick(x: number): void {
    const at = genome.locate(x);
    const near = at && nearestLead(leads, at.chromosome.code, at.position);
    if (near) onSelect(near.variant_id);
  }

  return (
    <ScatterCard
      title="Manhattan"
      model={model}
      twin={twin}
      height={wide}
      zooms
      aside="drag to zoom · click a peak to find it in the table"
      selected={selected}
      onPick={pick}
    />
  );
}

function leadOf(lead: QcLead): Lead {
  const facts: [string, string][] = [["Effect / other", `${lead.effect_allele} / ${lead.other_allele}`]];
  if (lead.rsid) facts.unshift(["rsID", lead.rsid]);
  if (lead.beta != null) facts.push(["Beta (SE)", `${formatNumber(lead.beta)} (${formatNumber(lead.standard_error)})`]);
  return {
    key: lead.variant_id,
    chromosome: lead.chromosome,
    position: lead.base_pair_location,
    negLog10P: lead.neg_log_10_p_value ?? 0,
    label: lead.rsid || formatLocus(lead.chromosome, lead.base_pair_location),
    facts,
  };
}

/** The lead within a megabase of a place. */
export function nearestLead(leads: readonly QcLead[], chromosome: number, position: number): QcLead | undefined {
  let best: QcLead | undefined;
  let distance = 1_000_000;
  for (const lead of leads) {
    const away = Math.abs(lead.base_pair_location - position);
    if (lead.chromosome !== chromosome || away > distance) continue;
    best = lead;
    distance = away;
  }
  return best;
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
