import type { MetaAnalysis } from "@/api/meta";
import { formatCount, formatDecimal, plural } from "@/lib/format";
import { Tile, TileRow } from "@/ui/Tiles";
import { contributions, sizesOf } from "./sizes";
import { heterogeneityOf, type MetaSummary } from "./summary";

/** The numbers of a result that matter, side by side. */
export function Tiles({ meta, summary }: { meta: MetaAnalysis; summary: MetaSummary }) {
  const { median, high, known } = heterogeneityOf(summary.top_loci);
  const { counted: used } = contributions(meta, summary);
  const { people, cases, controls, counted } = sizesOf(used);
  const of =
    used.length === meta.inputs.length
      ? `of ${plural(used.length, "study", "studies")}`
      : `of ${formatCount(used.length)} of ${plural(meta.inputs.length, "study", "studies")}`;
  const partly =
    counted < used.length ? `in ${formatCount(counted)} of ${plural(used.length, "study", "studies")}` : "";
  const loci = summary.n_loci ?? summary.top_loci.length;
  const lambda1000 = summary.lambda_1000 == null ? "" : ` / ${formatDecimal(summary.lambda_1000, 3)}`;
  return (
    <TileRow>
      {(counted === 0 || partly) && <Tile label="People" value={formatCount(people)} hint={of} />}
      {counted > 0 && (
        <>
          <Tile label="Cases" value={formatCount(cases)} hint={partly || of} />
          <Tile label="Controls" value={formatCount(controls)} hint={partly || effective(summary.n_eff)} />
        </>
      )}
      <Tile
        label="Variants"
        value={formatCount(summary.n_variants)}
        hint={`in ≥ ${plural(summary.settings.min_studies, "study", "studies")}`}
      />
      <Tile
        label="Loci, P < 5e-8"
        value={formatCount(loci)}
        hint={plural(summary.n_genome_wide_significant, "variant")}
      />
      <Tile
        label={lambda1000 ? "λ / λ1000" : "λ"}
        value={`${formatDecimal(summary.lambda_gc, 3)}${lambda1000}`}
        hint="of the result"
      />
      <Tile
        label="Median I² of the loci"
        value={median === undefined ? "–" : `${median.toFixed(0)} %`}
        hint={highWords(high, known, summary.top_loci.length)}
      />
    </TileRow>
  );
}

/** With overlaps that are corrected for, few loci have an I²: of how many it speaks is said. */
function highWords(high: number, known: number, loci: number): string {
  if (known === loci) return `${plural(high, "locus", "loci")} > 50 %`;
  return known === 0 ? "not computed" : `${formatCount(high)} of ${plural(known, "locus", "loci")} with one > 50 %`;
}

const effective = (n: number | null | undefined) => (n == null ? "" : `N eff ${formatCount(n)}`);
