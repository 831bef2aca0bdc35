import { Button } from "@mantine/core";
import { useMemo } from "react";
import { formatCount, plural } from "@/lib/format/format";
import type { Measure } from "@/lib/format/measure";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { someGenes } from "@/ui/genes/genes";
import type { KnownAnswer } from "@/ui/known/known";
import type { LociReport } from "@/ui/locus/types";
import { countsOf } from "@/ui/locus/verdict";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import { type Locus, locusKey } from "../summary";
import { AncestryHeads } from "./AncestryCells";
import { ancestriesOf } from "./ancestries";
import { LocusRow } from "./LocusRow";
import { type LocusSort, lociCsv, sortLoci, usualSort } from "./loci";
import { SortHead } from "./SortHead";

export { AloneCard } from "./AloneCard"; // both tables of loci come as one piece

interface Props {
  /** Of the run, for the file. */
  name: string;
  loci: Locus[];
  total: number;
  /** "GRCh37" */
  build: string;
  browse: BrowseBuild | undefined;
  measure: Measure;
  /** In the order of the signs of a direction. */
  studies: readonly string[];
  ancestryWords: (code: string) => string;
  chosen: Locus | undefined;
  /** In the order of the loci. */
  known: KnownAnswer;
  /** Verdicts on the loci, in their order. */
  report: LociReport | null | undefined;
  sort: string | undefined;
  onSort: (sort: string | undefined) => void;
  onChoose: (locus: Locus) => void;
}

/** The lead variants; choosing one shows its forest plot and region. */
export function LociCard({ loci, known, sort, report, ...props }: Props) {
  const entries = useMemo(
    () => loci.map((locus, i) => ({ locus, known: known.items[i], judged: report?.loci[i] })),
    [loci, known.items, report],
  );
  const sorted = useMemo(() => sortLoci(entries, sort), [entries, sort]);
  if (loci.length === 0) {
    return (
      <Card title="Top loci">
        No variant has P below 5e-8. The strongest ones are in the table of the Manhattan plot.
      </Card>
    );
  }
  const { studies, total } = props;
  const ancestries = ancestriesOf(loci);
  return (
    <Card
      title="Top loci"
      aside={
        <div className={classes.lociAside}>
          {total > loci.length
            ? `the strongest ${formatCount(loci.length)} of ${formatCount(total)}`
            : plural(total, "locus", "loci")}
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => saveText(`${props.name}.top-loci.csv`, lociCsv(sorted, studies, props.build))}
          >
            Export as CSV
          </Button>
        </div>
      }
      flush
    >
      <ScrollRegion label="Top loci, table" className={classes.loci}>
        <table className={shared.table}>
          <Heads
            {...props}
            sort={sort}
            genes={someGenes(loci)}
            known={known.items.length > 0}
            judged={hasVerdicts(report)}
            ancestries={ancestries}
          />
          <tbody>
            {sorted.map((entry) => (
              <LocusRow
                key={locusKey(entry.locus)}
                entry={entry}
                browse={props.browse}
                knows={known.items.length > 0}
                judges={hasVerdicts(report)}
                genes={someGenes(loci)}
                measure={props.measure}
                studies={studies}
                ancestries={ancestries}
                current={props.chosen === entry.locus}
                onChoose={() => props.onChoose(entry.locus)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={shared.emptyNote}>
        Direction: one sign for each study, in this order: {studies.join("; ")}. ? marks a study without the variant.
        {known.note && ` ${known.note}`}
        {report && ` ${verdictNote(report)}`}
      </p>
    </Card>
  );
}

const hasVerdicts = (report: LociReport | null | undefined): boolean => (report?.loci.length ?? 0) > 0;

/** "Verdicts: 7 believed, …, with LD of …" */
function verdictNote(report: LociReport): string {
  if (!hasVerdicts(report)) return report.missing ?? "";
  const { ld, missing } = report;
  return `Verdicts: ${countsOf(report)}${ld ? `, with LD of ${ld.name} (${ld.ancestry}, ${plural(ld.people, "person", "people")})` : ""}. ${missing ?? ""}`;
}

interface HeadsProps extends Pick<Props, "measure" | "ancestryWords" | "sort" | "onSort"> {
  genes: boolean;
  known: boolean;
  judged: boolean;
  ancestries: readonly string[];
}

function Heads({ measure, ancestryWords, sort, onSort, genes, known, judged, ancestries }: HeadsProps) {
  const head = (label: string, by: LocusSort, numeric = false) => (
    <SortHead label={label} by={by} usual={usualSort} sort={sort} numeric={numeric} onSort={onSort} />
  );
  return (
    <thead>
      <tr>
        {head("Variant", "place")}
        <th scope="col">rsID</th>
        {genes && head("Gene", "gene")}
        {known && head("Known or new", "known")}
        {judged && head("Verdict", "verdict")}
        {judged && <th scope="col">Signals</th>}
        <th scope="col">EA / OA</th>
        {head("EAF", "eaf", true)}
        {head("N", "n", true)}
        {head(`${measure.name} (95 % CI)`, "effect", true)}
        {head("P", "p", true)}
        <th scope="col">Direction</th>
        {head("Het. P", "het", true)}
        {head("I²", "i2", true)}
        <AncestryHeads ancestries={ancestries} measure={measure} words={ancestryWords} />
      </tr>
    </thead>
  );
}
