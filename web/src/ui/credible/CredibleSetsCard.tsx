import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { type BrowseArea, browseBuildOf, regionLink } from "@/lib/route/browse-address";
import { saveText } from "@/lib/text/csv";
import { Card } from "../Card";
import { formatLocus } from "../chart/words";
import shared from "../data.module.css";
import { GeneCell } from "../genes/GeneCell";
import { formatDistance, someGenes } from "../genes/genes";
import { NumberHead } from "../table/NumberHead";
import { useRowSort } from "../table/rowSort";
import { ScrollRegion } from "../table/ScrollRegion";
import { type CredibleSets, commonReason, type LocusSet, regionOfSet, setsCsv, topOf } from "./sets";

interface Props {
  data: CredibleSets;
  area: BrowseArea;
}

/** The credible set of each locus: its size, its most probable variant, and its position. */
export function CredibleSetsCard({ data, area }: Props) {
  const { sets, total, result } = data;
  if (sets.length === 0) return null;
  const reason = commonReason(data);
  const left = total - sets.length;
  return (
    <Card
      title="Credible sets"
      aside={
        reason === undefined && (
          <Button size="compact-sm" variant="default" onClick={() => save(data)}>
            Export as CSV
          </Button>
        )
      }
      flush={reason === undefined}
    >
      {reason ?? <Sets data={data} area={area} />}
      {reason === undefined && (
        <p className={shared.emptyNote}>
          The smallest set of variants that contains the causal one with a probability of 95 %, by approximate Bayes
          factors. {sets.find(({ credible_set }) => credible_set.assumption)?.credible_set.assumption}
          {left > 0 && ` The strongest ${plural(sets.length, "locus", "loci")} of ${formatCount(total)} are listed.`}
          {result.ref.startsWith("ma:") && " Variants in fewer studies can appear more probable than they are."}
        </p>
      )}
    </Card>
  );
}

const save = (data: CredibleSets) => saveText(`${data.result.title}.credible-sets.csv`, setsCsv(data));

const numbers = {
  size: (set: LocusSet) => topOf(set) && set.credible_set.size,
  of: ({ credible_set }: LocusSet) => credible_set.of,
  probability: (set: LocusSet) => topOf(set)?.probability,
  span: ({ span }: LocusSet) => span && span.end - span.start,
};

function Sets({ data, area }: Props) {
  const sort = useRowSort(data.sets, numbers);
  const genes = someGenes(data.sets);
  const notes = data.sets.some((set) => noteOf(set) !== "");
  return (
    <ScrollRegion label="Credible sets, table" className={shared.scroll}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Lead variant</th>
            {genes && <th scope="col">Gene</th>}
            <NumberHead sort={sort} by="size">
              Variants in the set
            </NumberHead>
            <NumberHead sort={sort} by="of">
              Weighed
            </NumberHead>
            <th scope="col">Most probable</th>
            <NumberHead sort={sort} by="probability">
              Probability
            </NumberHead>
            <NumberHead sort={sort} by="span">
              Span
            </NumberHead>
            {notes && <th scope="col">Notes</th>}
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((set) => (
            <Row key={keyOf(set)} set={set} result={data.result} area={area} genes={genes} notes={notes} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const keyOf = ({ lead }: LocusSet) =>
  [lead.chromosome, lead.base_pair_location, lead.rsid, lead.effect_allele, lead.other_allele].join(":");

interface RowProps extends Pick<Props, "area"> {
  set: LocusSet;
  result: CredibleSets["result"];
  genes: boolean;
  notes: boolean;
}

function Row({ set, result, area, genes, notes }: RowProps) {
  const { credible_set, span } = set;
  const top = topOf(set);
  return (
    <tr>
      <td className={shared.mono}>
        <Lead set={set} result={result} area={area} />
      </td>
      {genes && <GeneCell near={set} area={area} build={browseBuildOf(result.genome_build)} />}
      <td className={shared.number}>{top ? formatCount(credible_set.size) : "–"}</td>
      <td className={shared.number}>{formatCount(credible_set.of)}</td>
      <td className={shared.mono}>{top?.name ?? "–"}</td>
      <td className={shared.number}>{top ? probabilityWords(top.probability) : "–"}</td>
      <td className={shared.number}>
        {span && span.end > span.start ? formatDistance(span.end - span.start + 1) : "–"}
      </td>
      {notes && <td className={shared.wrap}>{noteOf(set)}</td>}
    </tr>
  );
}

/** Three decimals; nothing is certain. */
const probabilityWords = (probability: number) => (probability >= 0.9995 ? "> 0.999" : formatDecimal(probability, 3));

/** Leads to the region that holds the whole set. */
function Lead({ set, result, area }: Pick<RowProps, "set" | "result" | "area">) {
  const { lead } = set;
  const name = lead.chromosome === 0 ? lead.rsid : formatLocus(lead.chromosome, lead.base_pair_location);
  const region = regionOfSet(set);
  if (!region) return name;
  return (
    <Link {...regionLink(area, region, { results: [result.ref] })} aria-label={`Credible set of ${name}`}>
      {name}
    </Link>
  );
}

function noteOf({ credible_set: { missing, size }, beside, members }: LocusSet): string {
  if (missing) return missing;
  const notes = [];
  if (beside) notes.push("Another locus is within 1 Mb. One signal was assumed.");
  if (members.position.length < size)
    notes.push(`The export has its ${formatCount(members.position.length)} most probable.`);
  return notes.join(" ");
}
