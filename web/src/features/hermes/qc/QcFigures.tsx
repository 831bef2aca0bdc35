import { useMemo } from "react";
import { formatCount, formatDecimal } from "@/lib/format";
import { Card } from "@/ui/Card";
import { cloudModel, cloudTwin } from "@/ui/chart/cloud";
import { genomeOf, type Lead, manhattanModel, manhattanTwin } from "@/ui/chart/manhattan";
import {
  type CloudData,
  type ManhattanData,
  parseCloud,
  parseManhattan,
  parseQq,
  type QqData,
} from "@/ui/chart/plotData";
import { qqLegend, qqModel, qqTwin } from "@/ui/chart/qq";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { formatLocus, formatNumber } from "@/ui/chart/words";
import { ChromosomesCard } from "./CountTables";
import { Evidence } from "./Evidence";
import { Figure } from "./Figure";
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
            {(data) => <QqCard data={data} report={report} />}
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

function QqCard({ data, report }: { data: QqData; report: QcReport }) {
  const model = useMemo(() => qqModel(data), [data]);
  const twin = useMemo(() => qqTwin(data), [data]);
  const words = [`λ ${formatDecimal(report.lambda_gc, 3)}`];
  if (report.lambda_1000 != null) words.push(`λ1000 ${formatDecimal(report.lambda_1000, 3)}`);
  return (
    <ScatterCard
      title="QQ"
      model={model}
      twin={twin}
      height={square}
      aside={words.join(" · ")}
      note={<QqNote data={data} />}
    />
  );
}

/** Which curve is which; only when there are several. */
export function QqNote({ data }: { data: QqData }) {
  const legend = qqLegend(data);
  if (legend.length < 2) return "The grey area holds 95 % of what chance alone would give.";
  const chosen = legend.find((entry) => entry.chosen);
  const others = legend.filter((entry) => !entry.chosen).map((entry) => `${entry.name} λ ${entry.lambda}`);
  return `Blue: ${chosen?.name} λ ${chosen?.lambda}. Grey: ${others.join(", ")}. The area holds 95 % of what chance alone would give.`;
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
      note={`${formatCount(data.marked)} variants differ by ${data.band} or more (red). A cloud along the other diagonal means exchanged alleles; a wide one another ancestry.`}
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
      note={`${formatCount(data.marked)} variants whose P is not that of beta / SE (red).`}
    />
  );
}
