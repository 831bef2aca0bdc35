import { Button } from "@mantine/core";
import { formatCount } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { Measure } from "@/lib/format/measure";
import { browseBuildOf } from "@/lib/route/browse-address";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { formatLocus, formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { GeneCell } from "@/ui/genes/GeneCell";
import { someGenes } from "@/ui/genes/genes";
import { VariantCell } from "@/ui/genes/VariantCell";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { locusKey } from "../summary";
import { type Ancestries, aloneCsv, lociAlone } from "./alone";

interface Props {
  name: string;
  ancestries: Ancestries;
  build: string;
  measure: Measure;
  words: (code: string) => string;
}

type Alone = ReturnType<typeof lociAlone>[number];

const numbers = {
  eaf: ({ locus }: Alone) => locus.effect_allele_frequency,
  beta: ({ locus }: Alone) => locus.beta,
  p: ({ locus }: Alone) => -(locus.neg_log_10_p_value ?? Number.NaN),
  allBeta: ({ locus }: Alone) => locus.combined?.beta,
  allP: ({ locus }: Alone) => -(locus.combined?.neg_log_10_p_value ?? Number.NaN),
};

/** Loci that are significant within one ancestry and not in the combined result, whose Manhattan figure does not show them. */
export function AloneCard({ name, ancestries, build, measure, words }: Props) {
  const rows = lociAlone(ancestries);
  const total = ancestries.reduce((sum, one) => sum + (one.n_loci_alone ?? 0), 0);
  const sort = useRowSort(rows, numbers);
  if (rows.length === 0) return null;
  const genes = someGenes(rows.map(({ locus }) => locus));
  const on = browseBuildOf(build);
  const effect = `${measure.name} (95 % CI)`;
  return (
    <Card
      title="Loci of one ancestry alone"
      aside={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => saveText(`${name}.one-ancestry.csv`, aloneCsv(ancestries, build, words))}
        >
          Export as CSV
        </Button>
      }
      flush
    >
      <ScrollRegion label="Loci of one ancestry alone, table" className={shared.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Ancestry</th>
              <th scope="col">Variant</th>
              <th scope="col">rsID</th>
              {genes && <th scope="col">Gene</th>}
              <th scope="col">EA / OA</th>
              <NumberHead sort={sort} by="eaf">
                EAF
              </NumberHead>
              <NumberHead sort={sort} by="beta">
                {effect}
              </NumberHead>
              <NumberHead sort={sort} by="p">
                P
              </NumberHead>
              <NumberHead sort={sort} by="allBeta">
                Combined, {effect}
              </NumberHead>
              <NumberHead sort={sort} by="allP">
                Combined, P
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map(({ ancestry, locus }) => (
              <tr key={`${ancestry}:${locusKey(locus)}`}>
                <th scope="row">{words(ancestry)}</th>
                <td className={shared.mono}>
                  {locus.chromosome === 0 ? locus.rsid : formatLocus(locus.chromosome, locus.base_pair_location)}
                </td>
                <VariantCell area="hermes" build={on} lead={locus} />
                {genes && <GeneCell near={locus} area="hermes" build={on} />}
                <td className={shared.alleles} title={`${locus.effect_allele} / ${locus.other_allele}`}>
                  {locus.effect_allele} / {locus.other_allele}
                </td>
                <td className={shared.number}>{formatFrequency(locus.effect_allele_frequency)}</td>
                <Effect of={locus} measure={measure} />
                <Effect of={locus.combined} measure={measure} />
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className={shared.emptyNote}>
        P below 5e-8 among the studies of one ancestry, and no lead variant of the combined result within 500 kb.
        {total > rows.length && ` The strongest ${formatCount(rows.length)} of ${formatCount(total)} are listed.`}
      </p>
    </Card>
  );
}

interface EffectProps {
  /** Absent where the result does not have the variant. */
  of: { beta?: number | null; standard_error?: number | null; neg_log_10_p_value?: number | null } | null | undefined;
  measure: Measure;
}

/** Two cells: the effect with its interval, and P. */
function Effect({ of, measure }: EffectProps) {
  const effect = { name: "", beta: of?.beta ?? undefined, se: of?.standard_error ?? undefined };
  return (
    <>
      <td className={shared.number}>{effect.beta === undefined ? "–" : interval(effect, measure.ratio)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{of ? formatP(of.neg_log_10_p_value) : "–"}</td>
    </>
  );
}
