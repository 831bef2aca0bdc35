import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { regionLimit, regionQuery } from "@/api/hermes/meta";
import { formatCount, formatDecimal } from "@/lib/format/format";
import type { Measure } from "@/lib/format/measure";
import { parseRegion, regionWords } from "@/lib/genome/region";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { formatLocus, shortenP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { Answered, inCard } from "@/ui/state/Answered";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "../meta.module.css";
import { parseRows, type ResultRow } from "./region";

const height = 250;

interface RowsProps {
  meta: string;
  region: string;
  measure: Measure;
  /** The form for another region; in the head of the card in every state. */
  form: ReactNode;
}

/** The rows of a region, or why they cannot be read. */
export function RegionRows({ meta, region, measure, form }: RowsProps) {
  const answer = useQuery(regionQuery(meta, region));
  return (
    <Answered
      what="the region"
      answer={answer}
      loading={
        <Card title="Variants of the region" aside={form}>
          <Skeleton height={height} radius="sm" role="status" aria-label="Reading the region" />
        </Card>
      }
      frame={inCard("Variants of the region", form)}
    >
      {(data) => (
        <Variants data={data} stale={answer.isPlaceholderData} region={region} measure={measure} form={form} />
      )}
    </Answered>
  );
}

interface VariantsProps extends Omit<RowsProps, "meta"> {
  data: Parameters<typeof parseRows>[0] & { truncated: boolean };
  /** Another region is shown until this one is read. */
  stale: boolean;
}

function Variants({ data, stale, region, measure, form }: VariantsProps) {
  const place = parseRegion(region);
  const rows = useMemo(() => parseRows(data), [data]);
  const strongest = useMemo(
    () => [...rows].sort((a, b) => (b.negLog10P || 0) - (a.negLog10P || 0)).slice(0, listed),
    [rows],
  );
  return (
    <div className={stale ? classes.stale : undefined} aria-busy={stale}>
      <Card title="Variants of the region" aside={form} flush>
        <p className={shared.emptyNote}>
          {place && regionWords(place)}: {countWords(rows.length, data.truncated)}
        </p>
        {rows.length > 0 && <Strongest rows={strongest} measure={measure} />}
      </Card>
    </div>
  );
}

const listed = 100;

function countWords(count: number, truncated: boolean): string {
  if (count === 0) return "the result has no variant here: too few studies report one.";
  if (truncated)
    return `the strongest of the first ${formatCount(regionLimit)} variants. Choose a smaller region for all.`;
  return `${formatCount(Math.min(listed, count))} strongest of ${formatCount(count)}.`;
}

const numbers = {
  eaf: (row: ResultRow) => row.eaf,
  beta: (row: ResultRow) => row.beta,
  p: (row: ResultRow) => -row.negLog10P,
};

function Strongest({ rows, measure }: { rows: ResultRow[]; measure: Measure }) {
  const sort = useRowSort(rows, numbers);
  return (
    <ScrollRegion label="Variants of the region, table" className={shared.tall}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">rsID</th>
            <th scope="col">EA / OA</th>
            <NumberHead sort={sort} by="eaf">
              EAF
            </NumberHead>
            <NumberHead sort={sort} by="beta">
              {measure.name} (95 % CI)
            </NumberHead>
            <NumberHead sort={sort} by="p">
              P
            </NumberHead>
            <th scope="col">Direction</th>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((row) => (
            <tr key={`${row.position}${row.effectAllele}/${row.otherAllele}`}>
              <td className={shared.mono}>{formatLocus(row.chromosome, row.position)}</td>
              <td className={shared.mono}>{row.rsid || "–"}</td>
              <td className={shared.alleles}>
                {row.effectAllele} / {row.otherAllele}
              </td>
              <td className={shared.number}>{formatDecimal(row.eaf, 3)}</td>
              <td className={shared.number}>
                {row.beta === undefined ? "–" : interval({ name: "", ...row }, measure.ratio)}
              </td>
              <td className={`${shared.number} ${shared.mono}`}>{shortenP(row.p)}</td>
              <td className={`${shared.mono} ${classes.direction}`}>{row.direction}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
