import { useMemo } from "react";
import { formatCount, formatDecimal, plural } from "@/lib/format";
import { parseManhattan, parseQq, type QqData } from "@/ui/chart/plotData";
import { qqModel, qqTwin } from "@/ui/chart/qq";
import { ScatterCard } from "@/ui/chart/ScatterCard";
import { Figure } from "../qc/Figure";
import { QqNote } from "../qc/QcFigures";
import { ForestCard } from "./ForestCard";
import { InputsCard } from "./InputsCard";
import { LociCard } from "./LociCard";
import type { ResultSearch } from "./MaPage";
import classes from "./meta.module.css";
import { type MetaAnalysis, metaPlotQuery } from "./queries";
import { RegionCard } from "./RegionCard";
import { ResultManhattan } from "./ResultManhattan";
import { regionAround, regionText } from "./region";
import { StudiesCard } from "./StudiesCard";
import { heterogeneityOf, type Locus, locusKey, type MetaSummary } from "./summary";

interface Props {
  meta: MetaAnalysis;
  summary: MetaSummary;
  /** Effects are log odds. */
  oddsRatio: boolean;
  search: ResultSearch;
  onSearch: (change: ResultSearch) => void;
}

const height = 260;

export function ResultBody({ meta, summary, oddsRatio, search, onSearch }: Props) {
  const loci = summary.top_loci;
  const chosen = loci.find((locus) => locusKey(locus) === search.locus) ?? loci[0];
  const select = (locus: Locus) => onSearch({ locus: locusKey(locus), region: regionOf(locus) });
  const region = search.region ?? (chosen && regionOf(chosen));
  return (
    <div className={classes.result}>
      <Tiles meta={meta} summary={summary} />
      <Figure title="Manhattan" height={height + 22} query={metaPlotQuery(meta.id, "manhattan", parseManhattan)}>
        {(data) => (
          <ResultManhattan
            meta={meta}
            data={data}
            loci={loci}
            selected={chosen && locusKey(chosen)}
            onLocus={select}
            onPlace={(chromosome, position) =>
              onSearch({ ...search, region: regionText(regionAround(chromosome, position)) })
            }
          />
        )}
      </Figure>
      <div className={chosen ? classes.lociRow : undefined}>
        <LociCard
          loci={loci}
          total={summary.n_loci ?? loci.length}
          oddsRatio={oddsRatio}
          chosen={chosen}
          onChoose={select}
        />
        {chosen && <ForestCard locus={chosen} studies={summary.studies} oddsRatio={oddsRatio} />}
      </div>
      <div className={classes.regionRow}>
        <RegionCard
          meta={meta.id}
          region={region}
          oddsRatio={oddsRatio}
          onRegion={(next) => onSearch({ ...search, region: next })}
        />
        <Figure title="QQ" height={height + 22} query={metaPlotQuery(meta.id, "qq", parseQq)}>
          {(data) => <ResultQq data={data} summary={summary} />}
        </Figure>
      </div>
      <StudiesCard summary={summary} />
      <InputsCard meta={meta} summary={summary} />
    </div>
  );
}

/** Without coordinates (joined by rsID) there is no region to show. */
function regionOf(locus: Locus): string | undefined {
  if (locus.chromosome === 0) return undefined;
  return regionText(regionAround(locus.chromosome, locus.base_pair_location));
}

function ResultQq({ data, summary }: { data: QqData; summary: MetaSummary }) {
  const model = useMemo(() => qqModel(data), [data]);
  const twin = useMemo(() => qqTwin(data), [data]);
  return (
    <ScatterCard
      title="QQ"
      model={model}
      twin={twin}
      height={height}
      aside={`λ ${formatDecimal(summary.lambda_gc, 3)}`}
      note={<QqNote data={data} />}
    />
  );
}

function Tiles({ meta, summary }: { meta: MetaAnalysis; summary: MetaSummary }) {
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
