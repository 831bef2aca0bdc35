import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { GeneAnswer } from "@/api/browse/variant";
import { insideQuery } from "@/api/browse/variant";
import { formatCount } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import { type BrowseArea, browseLink } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { Card } from "@/ui/Card";
import { formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { Answered } from "@/ui/state/Answered";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import type { PageSearch } from "../search";
import classes from "./gene.module.css";
import { listed, strongest } from "./inside";

interface Props {
  area: BrowseArea;
  data: GeneAnswer;
  search: PageSearch;
  onSearch: (search: PageSearch) => void;
}

/** The variants of one result between the first and the last base of the gene, strongest first. */
export function InsideCard({ area, data, search, onSearch }: Props) {
  const { gene, hits, genome_build: build } = data;
  const chosen = hits.find(({ effect }) => effect.result.ref === search.result) ?? hits[0];
  if (!chosen) return null;
  return (
    <Card title="Variants inside the gene" flush>
      <div className={classes.pick}>
        <NativeSelect
          label="Result"
          data={hits.map(({ effect }) => ({ value: effect.result.ref, label: markedTitle(effect.result) }))}
          value={chosen.effect.result.ref}
          onChange={(event) => onSearch({ ...search, result: event.currentTarget.value })}
        />
      </div>
      <Variants
        area={area}
        build={build}
        result={chosen.effect.result.ref}
        region={`${gene.chromosome}:${gene.start}-${gene.end}`}
      />
    </Card>
  );
}

interface VariantsProps {
  area: BrowseArea;
  build: GeneAnswer["genome_build"];
  result: string;
  region: string;
}

function Variants({ area, build, result, region }: VariantsProps) {
  const answer = useQuery(insideQuery(result, region));
  return (
    <Answered
      what="the variants"
      answer={answer}
      flush
      rows={5}
      isEmpty={({ tracks }) => !tracks[0]?.total}
      empty={
        <p className={shared.emptyNote}>This result has no variant between the first and the last base of the gene.</p>
      }
    >
      {({ tracks: [track], region: { chromosome } }) =>
        track && (
          <>
            <Strongest rows={strongest(track.points, chromosome)} area={area} build={build} />
            <p className={shared.emptyNote}>{countWords(track.total)}</p>
          </>
        )
      }
    </Answered>
  );
}

type One = ReturnType<typeof strongest>[number];

const numbers = { eaf: ({ eaf }: One) => eaf, p: ({ negLog10P }: One) => -(negLog10P ?? Number.NaN) };

function Strongest({ rows, area, build }: Pick<VariantsProps, "area" | "build"> & { rows: readonly One[] }) {
  const sort = useRowSort(rows, numbers);
  return (
    <ScrollRegion label="Variants inside the gene, table" className={classes.inside}>
      <table className={shared.table}>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <th scope="col">EA</th>
            <NumberHead sort={sort} by="eaf">
              EAF
            </NumberHead>
            <NumberHead sort={sort} by="p">
              P
            </NumberHead>
          </tr>
        </thead>
        <tbody>
          {sort.rows.map((one) => (
            <tr key={one.id}>
              <td className={shared.mono}>
                <Link {...browseLink(area, "variant", one.id, { build })}>{one.name}</Link>
              </td>
              <td className={shared.alleles}>{one.effectAllele}</td>
              <td className={shared.number}>{formatFrequency(one.eaf)}</td>
              <td className={`${shared.number} ${shared.mono}`}>{formatP(one.negLog10P)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

const countWords = (total: number): string =>
  total > listed
    ? `The ${listed} strongest of ${formatCount(total)}. The region shows all.`
    : `${formatCount(total)} in all.`;
