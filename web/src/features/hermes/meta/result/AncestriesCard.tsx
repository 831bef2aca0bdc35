import { type MetaAnalysis, metaFileUrl } from "@/api/hermes/meta";
import { formatBytes, formatCount, formatDecimal } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import type { MetaSummary } from "../summary";

interface Props {
  meta: MetaAnalysis;
  ancestries: NonNullable<MetaSummary["ancestries"]>;
  words: (code: string) => string;
}

type Ancestry = Props["ancestries"][number];

const numbers = {
  variants: (one: Ancestry) => one.n_variants,
  significant: (one: Ancestry) => one.n_genome_wide_significant,
  loci: (one: Ancestry) => one.n_loci,
  lambda: (one: Ancestry) => one.lambda_gc,
  n: (one: Ancestry) => one.n_max,
};

/** The result of each ancestry by itself, to look at and to take away. */
export function AncestriesCard({ meta, ancestries, words }: Props) {
  const sort = useRowSort(ancestries, numbers);
  return (
    <Card title="Results of each ancestry" flush>
      <ScrollRegion label="Results of each ancestry, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Ancestry</th>
              <th scope="col">Studies</th>
              <NumberHead sort={sort} by="variants">
                Variants
              </NumberHead>
              <NumberHead sort={sort} by="significant">
                P &lt; 5e-8
              </NumberHead>
              <NumberHead sort={sort} by="loci">
                Loci
              </NumberHead>
              <NumberHead sort={sort} by="lambda">
                λ
              </NumberHead>
              <NumberHead sort={sort} by="n">
                Largest N
              </NumberHead>
              <th scope="col">Results</th>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((one) => (
              <tr key={one.name}>
                <th scope="row">{words(one.name)}</th>
                <td className={shared.wrap}>{one.studies.join(", ")}</td>
                <td className={shared.number}>{formatCount(one.n_variants)}</td>
                <td className={shared.number}>{formatCount(one.n_genome_wide_significant)}</td>
                <td className={shared.number}>{formatCount(one.n_loci)}</td>
                <td className={shared.number}>{formatDecimal(one.lambda_gc, 3)}</td>
                <td className={shared.number}>{formatCount(one.n_max)}</td>
                <td>
                  <ResultsLink meta={meta} ancestry={one.name} words={words(one.name)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function ResultsLink({ meta, ancestry, words }: { meta: MetaAnalysis; ancestry: string; words: string }) {
  const name = `results.${ancestry}.tsv.gz`;
  const file = meta.files?.find((one) => one.name === name);
  if (!file) return null;
  return (
    <a href={metaFileUrl(meta.id, name)} download aria-label={`Download the results of ${words}`}>
      Download {formatBytes(file.size)}
    </a>
  );
}
