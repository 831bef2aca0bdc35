import type { MetaAnalysis } from "@/api/hermes/meta";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { Tile, TileRow } from "@/ui/Tiles";
import { contributions, sizesOf } from "../sizes";
import { heterogeneityOf, type MetaSummary } from "../summary";

type PerVariant = NonNullable<MetaSummary["per_variant"]>;
type Spread = PerVariant["n"];

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
      {summary.per_variant ? (
        <PerVariantTiles sizes={summary.per_variant} of={of} />
      ) : (
        <>
          {(counted === 0 || partly) && <Tile label="People" value={formatCount(people)} hint={of} />}
          {counted > 0 && (
            <>
              <Tile label="Cases" value={formatCount(cases)} hint={partly || of} />
              <Tile label="Controls" value={formatCount(controls)} hint={partly || effective(summary.n_eff)} />
            </>
          )}
        </>
      )}
      <Tile label="Variants" value={formatCount(summary.n_variants)} hint={studiesWords(summary)} />
      <Tile
        label="Loci, P < 5e-8"
        value={formatCount(loci)}
        hint={plural(summary.n_genome_wide_significant, "variant")}
      />
      <Tile
        label={lambda1000 ? "λ / λ1000" : "λ"}
        value={`${formatDecimal(summary.lambda_gc, 3)}${lambda1000}`}
        hint={summary.lambda_gc == null ? "not known of part of the genome" : "of the result"}
      />
      <Tile
        label="Median I² of the loci"
        value={median === undefined ? "–" : `${formatDecimal(median, 0)} %`}
        hint={highWords(high, known, summary.top_loci.length)}
      />
    </TileRow>
  );
}

/** What was used for the variant in the middle, and for those with least and most. */
function PerVariantTiles({ sizes, of }: { sizes: PerVariant; of: string }) {
  const known = sizes.n_cases.median != null && sizes.n_controls.median != null;
  return known ? (
    <>
      <Tile
        label="Cases per variant"
        value={formatCount(middle(sizes.n_cases))}
        hint={rangeWords(sizes.n_cases) || of}
      />
      <Tile
        label="Controls per variant"
        value={formatCount(middle(sizes.n_controls))}
        hint={rangeWords(sizes.n_controls) || of}
      />
    </>
  ) : (
    <Tile label="People per variant" value={formatCount(middle(sizes.n))} hint={rangeWords(sizes.n) || of} />
  );
}

const middle = ({ median }: Spread) => median && Math.round(median);

/** "median of 1,200–90,500"; empty where all variants have the same, or none is known. */
function rangeWords({ min, max }: Spread): string {
  return min == null || max == null || min === max ? "" : `median of ${formatCount(min)}–${formatCount(max)}`;
}

/** In how many studies variants are: as few as the run asks for, and how many in truth. */
function studiesWords({ settings, per_variant }: MetaSummary): string {
  const least = `in ≥ ${plural(settings.min_studies, "study", "studies")}`;
  const { min, median, max } = per_variant?.n_studies ?? {};
  if (min == null || max == null || median == null) return least;
  return min === max ? `all in ${plural(max, "study", "studies")}` : `in ${min}–${max} studies, median ${median}`;
}

/** With overlaps that are corrected for, few loci have an I²: of how many it speaks is said. */
function highWords(high: number, known: number, loci: number): string {
  if (known === loci) return `${plural(high, "locus", "loci")} > 50 %`;
  return known === 0 ? "not computed" : `${formatCount(high)} of ${plural(known, "locus", "loci")} with one > 50 %`;
}

const effective = (n: number | null | undefined) => (n == null ? "" : `N eff ${formatCount(n)}`);
