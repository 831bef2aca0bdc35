/**
 * When the server's reduction can replace the rows: nothing filters the table and no step has
 * changed its columns.
 */
import type { PageDocument, Plot } from "@/lib/document/document";
import { outputsOf } from "@/lib/document/ids";
import type { TableInfo } from "@/lib/document/table";
import type { PlotView } from "@/lib/document/views";
import { plural } from "@/lib/format/format";
import type { Genome } from "../../chart/genome";
import { type Lead, manhattanModel, negLog10Axis } from "../../chart/manhattan";
import type { ChartModel } from "../../chart/model";
import type { ManhattanData } from "../../chart/plotData";
import { formatP } from "../../chart/words";
import { leftOut, withoutP } from "./drawn";
import { heightOf, labelledFrom, type ManhattanOf, thresholdLines } from "./manhattanPlot";

/** Fewer rows than these are quick to read one by one, and each can be pointed at. */
export const fromRows = 250_000;

export type OverviewOf = Extract<Plot, { type: "manhattan" | "qq" }>;

export const hasOverview = (plot: Plot): plot is OverviewOf => plot.type === "manhattan" || plot.type === "qq";

/** Whether the plot reads columns of the table by the roles that the reduction is made of. */
export function readsOverview(plot: OverviewOf, document: PageDocument, table: TableInfo): boolean {
  if ((table.rows ?? 0) < fromRows || document.filters.some(({ hidden }) => hidden)) return false;
  const made = new Set(document.steps.filter(({ off }) => !off).flatMap((step) => outputsOf(step).map(({ id }) => id)));
  const roleOf = (id: string) => {
    const source = made.has(id) ? undefined : document.columns.find((column) => column.id === id)?.source;
    return table.columns.find((column) => column.source === source)?.role;
  };
  const strength = plot.y.is === "p" ? "p_value" : "neg_log_10_p_value";
  if (roleOf(plot.y.column) !== strength) return false;
  if (plot.type === "qq") return true;
  return roleOf(plot.place.chromosome) === "chromosome" && roleOf(plot.place.position) === "position";
}

/** Every way to write a chromosome in a table: the reduction does not contain the one used. */
export function spellings({ chromosomes }: Genome): ReadonlyMap<number, readonly string[]> {
  return new Map(chromosomes.map(({ code, name }) => [code, [...new Set([name, `chr${name}`, String(code)])]]));
}

/** Bases to either side that a peak speaks for. */
const window = 500_000;
const labelled = 40;

/** The strongest rows of the reduction from a strength on, each alone within its window. */
function leadsOf({ top }: ManhattanData, from: number): Lead[] {
  const order = top.position.map((_, i) => i).sort((a, b) => (top.y[b] as number) - (top.y[a] as number));
  const leads: Lead[] = [];
  for (const i of order) {
    const [chromosome, position, y] = [top.chromosome[i] as number, top.position[i] as number, top.y[i] as number];
    const near = leads.some((lead) => lead.chromosome === chromosome && Math.abs(lead.position - position) <= window);
    if (near || y < from || leads.length === labelled) continue;
    const label = top.rsid[i] || `${chromosome}:${position}`;
    leads.push({ key: String(i), chromosome, position, negLog10P: y, label, facts: [] });
  }
  return leads;
}

/** The figure of the reduction, with the thresholds and words of the plot. */
export function reducedModel(plot: ManhattanOf, data: ManhattanData, genome: Genome): ChartModel {
  const leads = leadsOf(data, labelledFrom(plot.thresholds));
  const lines = thresholdLines(genome, plot.thresholds);
  const top = heightOf(data.max_y, lines);
  return {
    ...manhattanModel(data, genome, leads),
    title: plot.title || "Manhattan plot",
    summary: `${plural(data.n, "row")}; strongest P ${formatP(data.max_y)}; ${plural(leads.length, "labelled peak")}.`,
    y: { ...negLog10Axis(top), label: plot.y.label || "−log10 P" },
    lines,
  };
}

/** A stretch small enough to read its rows one by one. */
export const isClose = (view: PlotView | undefined): boolean =>
  view?.positions !== undefined || (view?.chromosomes !== undefined && view.chromosomes.length <= 3);

/** What the reduction leaves out. */
export const notReduced = ({ rows = 0 }: TableInfo, { n }: ManhattanData): string[] =>
  leftOut(rows - n, `without a place on a chromosome, or ${withoutP}`);
