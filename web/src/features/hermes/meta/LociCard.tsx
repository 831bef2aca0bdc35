import type { ReactNode } from "react";
import type { BrowseBuild } from "@/lib/browse-address";
import { formatCount } from "@/lib/format";
import { formatFrequency } from "@/lib/format-number";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { formatLocus, formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { GeneCell } from "@/ui/genes/GeneCell";
import { someGenes } from "@/ui/genes/genes";
import { VariantCell } from "@/ui/genes/VariantCell";
import { KnownCell } from "@/ui/known/KnownCell";
import type { KnownAnswer } from "@/ui/known/known";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { AncestryCells, AncestryHeads } from "./AncestryCells";
import { ancestriesOf } from "./ancestries";
import classes from "./meta.module.css";
import { type Locus, locusKey } from "./summary";

interface Props {
  loci: Locus[];
  total: number;
  build: BrowseBuild | undefined;
  oddsRatio: boolean;
  ancestryWords: (code: string) => string;
  chosen: Locus | undefined;
  /** In the order of the loci. */
  known: KnownAnswer;
  onChoose: (locus: Locus) => void;
}

/** The lead variants, strongest first; choosing one shows its forest plot and region. */
export function LociCard({ loci, total, build, oddsRatio, ancestryWords, chosen, known, onChoose }: Props) {
  const genes = someGenes(loci);
  const ancestries = ancestriesOf(loci);
  if (loci.length === 0) {
    return (
      <Card title="Top loci">
        No variant has P below 5e-8. The strongest ones are in the table of the Manhattan figure.
      </Card>
    );
  }
  return (
    <Card title="Top loci" aside={`${formatCount(total)} · sorted by P`} flush className={classes.lociCard}>
      <ScrollRegion label="Top loci, table" className={classes.loci}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col">All results</th>
              {genes && <th scope="col">Gene</th>}
              {known.items.length > 0 && <th scope="col">Known or new</th>}
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
              <th scope="col" className={shared.number}>
                I²
              </th>
              <AncestryHeads ancestries={ancestries} oddsRatio={oddsRatio} words={ancestryWords} />
            </tr>
          </thead>
          <tbody>
            {loci.map((locus, i) => (
              <Row
                key={locusKey(locus)}
                locus={locus}
                build={build}
                known={known.items.length > 0 && <KnownCell locus={known.items[i]} />}
                genes={genes}
                oddsRatio={oddsRatio}
                ancestries={ancestries}
                current={chosen === locus}
                onChoose={() => onChoose(locus)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {known.note && <p className={shared.emptyNote}>{known.note}</p>}
    </Card>
  );
}

interface RowProps {
  locus: Locus;
  build: BrowseBuild | undefined;
  /** Its cell of known or new. */
  known: ReactNode;
  genes: boolean;
  oddsRatio: boolean;
  ancestries: readonly string[];
  current: boolean;
  onChoose: () => void;
}

function Row({ locus, build, known, genes, oddsRatio, ancestries, current, onChoose }: RowProps) {
  const effect = { name: "", beta: locus.beta ?? undefined, se: locus.standard_error ?? undefined };
  return (
    <tr className={current ? `${classes.row} ${shared.chosen}` : classes.row} onClick={onChoose}>
      <td className={shared.mono}>
        <button type="button" className={shared.linkButton} aria-pressed={current}>
          {locus.chromosome === 0 ? locus.rsid : formatLocus(locus.chromosome, locus.base_pair_location)}
        </button>
      </td>
      <VariantCell area="hermes" build={build} lead={locus} />
      {genes && <GeneCell near={locus} area="hermes" build={build} />}
      {known}
      <td className={shared.alleles} title={`${locus.effect_allele} / ${locus.other_allele}`}>
        {locus.effect_allele} / {locus.other_allele}
      </td>
      <td className={shared.number}>{formatFrequency(locus.effect_allele_frequency)}</td>
      <td className={shared.number}>{effect.beta === undefined ? "–" : interval(effect, oddsRatio)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(locus.neg_log_10_p_value)}</td>
      <td className={`${shared.mono} ${classes.direction}`}>{locus.direction}</td>
      <td className={shared.number}>{locus.i2 == null ? "–" : `${locus.i2.toFixed(0)} %`}</td>
      <AncestryCells locus={locus} ancestries={ancestries} oddsRatio={oddsRatio} />
    </tr>
  );
}
