import { Button, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { formatCount, formatDecimal, plural } from "@/lib/format";
import { Answered, inCard } from "@/ui/Answered";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { formatLocus, shortenP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./meta.module.css";
import { regionLimit, regionQuery } from "./queries";
import { parseRegion, parseRows, type ResultRow, regionText, regionWords } from "./region";
import { regionModel, regionTwin } from "./regionPlot";

interface Props {
  meta: string;
  /** "16:53500000-54500000"; undefined while none is chosen. */
  region: string | undefined;
  oddsRatio: boolean;
  onRegion: (region: string) => void;
}

const height = 250;

/** Every variant of one region, read through the index of the result: figure and rows. */
export function RegionCard({ meta, region, oddsRatio, onRegion }: Props) {
  const form = <RegionForm key={region} region={region} onRegion={onRegion} />;
  if (region) return <RegionRows meta={meta} region={region} oddsRatio={oddsRatio} form={form} />;
  return (
    <Card title="Region" aside={form}>
      Click a peak, choose a locus, or write a region above.
    </Card>
  );
}

function RegionForm({ region, onRegion }: Pick<Props, "region" | "onRegion">) {
  const [text, setText] = useState(region ?? "");
  const [problem, setProblem] = useState<string>();

  function submit(event: FormEvent): void {
    event.preventDefault();
    const wanted = parseRegion(text);
    setProblem(wanted ? undefined : "Write a region as 16:53500000-54500000, or one position as 16:53800000.");
    if (wanted) onRegion(regionText(wanted));
  }

  return (
    <form className={classes.regionForm} onSubmit={submit}>
      <TextInput
        aria-label="Region"
        size="xs"
        placeholder="16:53500000-54500000"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problem}
      />
      <Button type="submit" variant="default" size="xs">
        Show region
      </Button>
    </form>
  );
}

interface RowsProps {
  meta: string;
  region: string;
  oddsRatio: boolean;
  /** Asks for another region; stands in the head of the card in every state. */
  form: ReactNode;
}

function RegionRows({ meta, region, oddsRatio, form }: RowsProps) {
  const answer = useQuery(regionQuery(meta, region));
  return (
    <Answered
      what="the region"
      answer={answer}
      loading={
        <Card title="Region" aside={form}>
          <Skeleton height={height} radius="sm" role="status" aria-label="Reading the region" />
        </Card>
      }
      frame={inCard("Region", form)}
    >
      {(data) => (
        <Variants data={data} stale={answer.isPlaceholderData} region={region} oddsRatio={oddsRatio} form={form} />
      )}
    </Answered>
  );
}

interface VariantsProps extends Omit<RowsProps, "meta"> {
  data: Parameters<typeof parseRows>[0] & { truncated: boolean };
  /** Another region is shown until this one is read. */
  stale: boolean;
}

function Variants({ data, stale, region, oddsRatio, form }: VariantsProps) {
  const place = useMemo(() => parseRegion(region), [region]);
  const rows = useMemo(() => parseRows(data), [data]);
  const model = useMemo(() => place && regionModel(rows, place), [rows, place]);
  const strongest = useMemo(
    () => [...rows].sort((a, b) => (b.negLog10P || 0) - (a.negLog10P || 0)).slice(0, listed),
    [rows],
  );
  const twin = useMemo(() => regionTwin(rows, oddsRatio), [rows, oddsRatio]);
  if (!model || !place) return null;
  const count = plural(rows.length, "variant");
  return (
    <div className={stale ? classes.stale : classes.region} aria-busy={stale}>
      <ScatterCard
        title={`Region ${regionWords(place)}`}
        model={model}
        twin={twin}
        height={height}
        zooms
        tools={form}
        aside={
          data.truncated ? `the first ${formatCount(regionLimit)} variants; choose a smaller region for all` : count
        }
      />
      <Strongest rows={strongest} total={rows.length} oddsRatio={oddsRatio} />
    </div>
  );
}

const listed = 100;

function Strongest({ rows, total, oddsRatio }: { rows: ResultRow[]; total: number; oddsRatio: boolean }) {
  if (total === 0) {
    return (
      <Card title="Variants of the region">
        The result has no variant here: none of the studies reports one, or too few of them do.
      </Card>
    );
  }
  return (
    <Card title="Variants of the region" aside={`${formatCount(rows.length)} strongest of ${formatCount(total)}`} flush>
      <ScrollRegion label="Variants of the region, table" className={shared.tall}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">rsID</th>
              <th scope="col">EA / OA</th>
              <th scope="col" className={shared.number}>
                EAF
              </th>
              <th scope="col" className={shared.number}>
                {oddsRatio ? "OR (95 % CI)" : "Beta (95 % CI)"}
              </th>
              <th scope="col" className={shared.number}>
                P
              </th>
              <th scope="col">Direction</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.position}${row.effectAllele}/${row.otherAllele}`}>
                <td className={shared.mono}>{formatLocus(row.chromosome, row.position)}</td>
                <td className={shared.mono}>{row.rsid || "–"}</td>
                <td className={shared.alleles}>
                  {row.effectAllele} / {row.otherAllele}
                </td>
                <td className={shared.number}>{formatDecimal(row.eaf, 3)}</td>
                <td className={shared.number}>
                  {row.beta === undefined ? "–" : interval({ name: "", ...row }, oddsRatio)}
                </td>
                <td className={`${shared.number} ${shared.mono}`}>{shortenP(row.p)}</td>
                <td className={`${shared.mono} ${classes.direction}`}>{row.direction}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}
