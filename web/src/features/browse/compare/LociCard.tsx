import { Button } from "@mantine/core";
import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComparedLocus, Comparison } from "@/api/browse/compare";
import { formatCount } from "@/lib/format/format";
import { measureOf } from "@/lib/format/measure";
import { type BrowseArea, regionLink } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { saveText, toCsv } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { fileNameOf } from "@/ui/chart/saveFile";
import { formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { formatDistance } from "@/ui/genes/genes";
import { NumberHead } from "@/ui/table/NumberHead";
import { type RowSort, useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./compare.module.css";
import { effectText, keyOf, labelOf, lociTable, placeOf, regionOf, rowIn, type Side, unmatchedWords } from "./loci";

type Found = ComparedLocus["found_in"];

interface Props {
  area: BrowseArea;
  comparison: Comparison;
  /** Absent: those that there are most reason to look at. */
  shown: Found | undefined;
  onShown: (shown: Found) => void;
}

/** The loci of both results; a locus leads to its region with both as tracks. */
export function LociCard({ area, comparison, shown, onShown }: Props) {
  const { up, down, loci, n_shared, n_up, n_down } = comparison;
  const counts: Record<Found, number> = { both: n_shared, up: n_up, down: n_down };
  const found = shown ?? (["both", "up", "down"] as const).find((name) => counts[name] > 0) ?? "both";
  const words: Record<Found, string> = { both: "shared", up: `only ${up.title}`, down: `only ${down.title}` };
  const listed = loci.filter((locus) => locus.found_in === found);

  function save(): void {
    const { header, rows } = lociTable(comparison);
    saveText(fileNameOf(`Loci of ${up.title} against ${down.title}`, "csv"), toCsv(header, rows));
  }

  return (
    <Card
      title="Loci"
      flush
      aside={
        <div className={classes.tabs}>
          {(["both", "up", "down"] as const).map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant={name === found ? "light" : "subtle"}
              color={name === found ? undefined : "gray"}
              aria-pressed={name === found}
              onClick={() => onShown(name)}
            >
              {formatCount(counts[name])} {words[name]}
            </Button>
          ))}
          <Button size="compact-sm" variant="default" disabled={loci.length === 0} onClick={save}>
            Export
          </Button>
        </div>
      }
    >
      {listed.length === 0 ? (
        <p className={shared.emptyNote}>{emptyWords(found, up.title, down.title)}</p>
      ) : (
        <Table area={area} comparison={comparison} listed={listed} />
      )}
      <p className={classes.foot}>
        {" "}
        A locus is shared when both results have a lead variant in it. A locus extends{" "}
        {formatDistance(comparison.window)} on each side of its strongest lead. Distance does not show whether both
        leads are one signal.
        {comparison.gene_source && ` Genes: ${comparison.gene_source}.`}
      </p>
    </Card>
  );
}

function emptyWords(found: Found, up: string, down: string): string {
  if (found === "both") return `${up} and ${down} share no locus with P below 5e-8.`;
  const [one, other] = found === "up" ? [up, down] : [down, up];
  return `${one} has no locus with P below 5e-8 that ${other} lacks.`;
}

function Table({ area, comparison, listed }: { area: BrowseArea; comparison: Comparison; listed: ComparedLocus[] }) {
  const { up, down } = comparison;
  const search = { build: comparison.genome_build, results: [up.ref, down.ref] };
  const sort = useRowSort(listed, numbers);
  const link = (locus: ComparedLocus) => regionLink(area, regionOf(locus), search) as LinkProps;
  return (
    <ScrollRegion label="Loci, table" className={classes.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Locus</th>
            <Heads sort={sort} side="up" name={markedTitle(up)} effect={measureOf(up.effect_scale).name} />
            <Heads sort={sort} side="down" name={markedTitle(down)} effect={measureOf(down.effect_scale).name} />
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((locus) => (
            <tr key={keyOf(locus)}>
              <th scope="row">
                <Link {...link(locus)}>{locus.nearest_genes?.length ? <i>{labelOf(locus)}</i> : labelOf(locus)}</Link>
              </th>
              <Cells locus={locus} side="up" ratio={measureOf(up.effect_scale).ratio} />
              <Cells locus={locus} side="down" ratio={measureOf(down.effect_scale).ratio} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const effectIn = (side: Side) => (locus: ComparedLocus) => rowIn(locus, side).row?.beta;
const weaknessIn = (side: Side) => (locus: ComparedLocus) =>
  -(rowIn(locus, side).row?.neg_log_10_p_value ?? Number.NaN);

const numbers = {
  upEffect: effectIn("up"),
  upP: weaknessIn("up"),
  downEffect: effectIn("down"),
  downP: weaknessIn("down"),
};

interface HeadsProps {
  sort: RowSort<ComparedLocus, keyof typeof numbers>;
  side: Side;
  name: string;
  effect: string;
}

function Heads({ sort, side, name, effect }: HeadsProps) {
  return (
    <>
      <th scope="col" className={classes.side} title={name}>
        In {name}
      </th>
      <NumberHead sort={sort} by={`${side}Effect`}>
        {effect}
      </NumberHead>
      <NumberHead sort={sort} by={`${side}P`}>
        P
      </NumberHead>
    </>
  );
}

function Cells({ locus, side, ratio }: { locus: ComparedLocus; side: Side; ratio: boolean }) {
  const { row, lead } = rowIn(locus, side);
  if (!row) {
    return (
      <td colSpan={3} className={shared.faint}>
        {unmatchedWords[locus.unmatched ?? "absent"]}
      </td>
    );
  }
  return (
    <>
      <td className={lead ? shared.mono : shared.faint} title={`${row.effect_allele} / ${row.other_allele}`}>
        {lead ? placeOf(row) : "same variant"}
      </td>
      <td className={shared.number}>{effectText(row, ratio)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(row.neg_log_10_p_value)}</td>
    </>
  );
}
