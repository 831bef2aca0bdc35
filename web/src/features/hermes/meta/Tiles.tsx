import { formatCount, formatDecimal, plural } from "@/lib/format";
import classes from "./meta.module.css";
import type { MetaAnalysis } from "./queries";
import { heterogeneityOf, type MetaSummary } from "./summary";

/** The numbers of a result that matter, side by side. */
export function Tiles({ meta, summary }: { meta: MetaAnalysis; summary: MetaSummary }) {
  const { median, high } = heterogeneityOf(summary.top_loci);
  const studies = plural(summary.studies.length, "study", "studies");
  const total = meta.inputs.reduce((sum, input) => sum + input.n_total, 0);
  const loci = summary.n_loci ?? summary.top_loci.length;
  const dichotomous = summary.n_cases != null;
  const lambda1000 = summary.lambda_1000 == null ? "" : ` / ${formatDecimal(summary.lambda_1000, 3)}`;
  return (
    <dl className={classes.tiles}>
      {dichotomous ? (
        <>
          <Tile label="Cases" value={formatCount(summary.n_cases)} hint={`of ${studies}`} />
          <Tile label="Controls" value={formatCount(summary.n_controls)} hint={`N eff ${formatCount(summary.n_eff)}`} />
        </>
      ) : (
        <Tile label="People" value={formatCount(total)} hint={`of ${studies}`} />
      )}
      <Tile
        label="Variants"
        value={formatCount(summary.n_variants)}
        hint={`in ≥ ${plural(meta.options.min_studies, "study", "studies")}`}
      />
      <Tile
        label="Loci, P < 5e-8"
        value={formatCount(loci)}
        hint={`${formatCount(summary.n_genome_wide_significant)} variants`}
      />
      <Tile
        label={lambda1000 ? "λ / λ1000" : "λ"}
        value={`${formatDecimal(summary.lambda_gc, 3)}${lambda1000}`}
        hint="of the result"
      />
      <Tile
        label="Median I² of the loci"
        value={median === undefined ? "–" : `${median.toFixed(0)} %`}
        hint={`${plural(high, "locus", "loci")} > 50 %`}
      />
    </dl>
  );
}

function Tile({ label, value, hint }: { label: string; value: string; hint: string }) {
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd>
        <div className={classes.tileValue}>{value}</div>
        <div className={classes.tileHint}>{hint}</div>
      </dd>
    </div>
  );
}
