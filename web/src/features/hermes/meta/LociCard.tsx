import { formatCount, formatDecimal } from "@/lib/format";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { formatLocus, formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./meta.module.css";
import { type Locus, locusKey } from "./summary";

interface Props {
  loci: Locus[];
  total: number;
  oddsRatio: boolean;
  chosen: Locus | undefined;
  onChoose: (locus: Locus) => void;
}

/** The lead variants, strongest first; choosing one shows its forest plot and region. */
export function LociCard({ loci, total, oddsRatio, chosen, onChoose }: Props) {
  const rsids = loci.some((locus) => locus.rsid);
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
              {rsids && <th scope="col">rsID</th>}
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
            </tr>
          </thead>
          <tbody>
            {loci.map((locus) => (
              <Row
                key={locusKey(locus)}
                locus={locus}
                rsids={rsids}
                oddsRatio={oddsRatio}
                current={chosen === locus}
                onChoose={() => onChoose(locus)}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

interface RowProps {
  locus: Locus;
  rsids: boolean;
  oddsRatio: boolean;
  current: boolean;
  onChoose: () => void;
}

function Row({ locus, rsids, oddsRatio, current, onChoose }: RowProps) {
  const effect = { name: "", beta: locus.beta ?? undefined, se: locus.standard_error ?? undefined };
  return (
    <tr className={current ? `${classes.row} ${shared.chosen}` : classes.row} onClick={onChoose}>
      <td className={shared.mono}>
        <button type="button" className={shared.linkButton} aria-pressed={current}>
          {locus.chromosome === 0 ? locus.rsid : formatLocus(locus.chromosome, locus.base_pair_location)}
        </button>
      </td>
      {rsids && <td className={shared.mono}>{locus.rsid || "–"}</td>}
      <td className={shared.alleles} title={`${locus.effect_allele} / ${locus.other_allele}`}>
        {locus.effect_allele} / {locus.other_allele}
      </td>
      <td className={shared.number}>{formatDecimal(locus.effect_allele_frequency, 3)}</td>
      <td className={shared.number}>{effect.beta === undefined ? "–" : interval(effect, oddsRatio)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(locus.neg_log_10_p_value)}</td>
      <td className={`${shared.mono} ${classes.direction}`}>{locus.direction}</td>
      <td className={shared.number}>{locus.i2 == null ? "–" : `${locus.i2.toFixed(0)} %`}</td>
    </tr>
  );
}
