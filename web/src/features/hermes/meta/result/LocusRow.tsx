import { formatCount, formatDecimal } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { Measure } from "@/lib/format/measure";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { interval } from "@/ui/chart/forest";
import { formatLocus, formatP, shortenP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { GeneCell } from "@/ui/genes/GeneCell";
import { VariantCell } from "@/ui/genes/VariantCell";
import { KnownCell } from "@/ui/known/KnownCell";
import classes from "../meta.module.css";
import { directionWords } from "../words";
import { AncestryCells } from "./AncestryCells";
import type { LocusEntry } from "./loci";
import { VerdictCells } from "./VerdictCells";

interface Props {
  entry: LocusEntry;
  browse: BrowseBuild | undefined;
  /** Known loci are installed. */
  knows: boolean;
  /** There are verdicts. */
  judges: boolean;
  genes: boolean;
  measure: Measure;
  studies: readonly string[];
  ancestries: readonly string[];
  current: boolean;
  onChoose: () => void;
}

/**
 * A locus of a meta-analysis as a row: lead variant, genes, effect and heterogeneity. Choosing it opens the forest
 * plot.
 */
export function LocusRow({
  entry,
  browse,
  knows,
  judges,
  genes,
  measure,
  studies,
  ancestries,
  current,
  onChoose,
}: Props) {
  const { locus } = entry;
  const effect = { name: "", beta: locus.beta ?? undefined, se: locus.standard_error ?? undefined };
  return (
    <tr className={current ? `${classes.row} ${shared.chosen}` : classes.row} onClick={onChoose}>
      <td className={shared.mono}>
        <button type="button" className={shared.linkButton} aria-pressed={current}>
          {locus.chromosome === 0 ? locus.rsid : formatLocus(locus.chromosome, locus.base_pair_location)}
        </button>
      </td>
      <VariantCell area="hermes" build={browse} lead={locus} />
      {genes && <GeneCell near={locus} area="hermes" build={browse} />}
      {knows && <KnownCell locus={entry.known} />}
      {judges && <VerdictCells judged={entry.judged} />}
      <td className={shared.alleles} title={`${locus.effect_allele} / ${locus.other_allele}`}>
        {locus.effect_allele} / {locus.other_allele}
      </td>
      <td className={shared.number}>{formatFrequency(locus.effect_allele_frequency)}</td>
      <td className={shared.number}>{locus.n == null ? "–" : formatCount(Math.round(locus.n))}</td>
      <td className={shared.number}>{effect.beta === undefined ? "–" : interval(effect, measure.ratio)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(locus.neg_log_10_p_value)}</td>
      <td className={`${shared.mono} ${classes.direction}`} title={directionWords(locus.direction, studies)}>
        {locus.direction}
      </td>
      <td className={`${shared.number} ${shared.mono}`}>{locus.het_p === "NA" ? "–" : shortenP(locus.het_p)}</td>
      <td className={shared.number}>{locus.i2 == null ? "–" : `${formatDecimal(locus.i2, 0)} %`}</td>
      <AncestryCells locus={locus} ancestries={ancestries} measure={measure} />
    </tr>
  );
}
