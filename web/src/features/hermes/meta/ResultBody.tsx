import { Figure } from "@/ui/chart/Figure";
import { parseManhattan, parseQq } from "@/ui/chart/plotData";
import { QqCard } from "@/ui/chart/QqCard";
import { ForestCard } from "./ForestCard";
import { InputsCard } from "./InputsCard";
import { LociCard } from "./LociCard";
import classes from "./meta.module.css";
import { NotContributing } from "./NotContributing";
import { type MetaAnalysis, metaPlotQuery } from "./queries";
import { RegionCard } from "./RegionCard";
import { ResultManhattan } from "./ResultManhattan";
import { regionAround, regionText } from "./region";
import { StudiesCard } from "./StudiesCard";
import type { ResultSearch } from "./search";
import { contributions } from "./sizes";
import { type Locus, locusKey, type MetaSummary } from "./summary";
import { Tiles } from "./Tiles";

interface Props {
  meta: MetaAnalysis;
  summary: MetaSummary;
  /** Effects are log odds. */
  oddsRatio: boolean;
  search: ResultSearch;
  onSearch: (change: ResultSearch) => void;
}

const height = 260;

/** The result from the whole genome to one variant: numbers, Manhattan, loci, region, and what went in. */
export function ResultBody({ meta, summary, oddsRatio, search, onSearch }: Props) {
  const loci = summary.top_loci;
  const chosen = loci.find((locus) => locusKey(locus) === search.locus) ?? loci[0];
  const select = (locus: Locus) => onSearch({ locus: locusKey(locus), region: regionOf(locus) });
  const region = search.region ?? (chosen && regionOf(chosen));
  return (
    <div className={classes.result}>
      <Tiles meta={meta} summary={summary} />
      <NotContributing studies={contributions(meta, summary).unused} />
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
      <div className={classes.lociRow}>
        <LociCard
          loci={loci}
          total={summary.n_loci ?? loci.length}
          oddsRatio={oddsRatio}
          chosen={chosen}
          onChoose={select}
        />
        <div className={classes.stack}>
          {chosen && <ForestCard locus={chosen} studies={summary.studies} oddsRatio={oddsRatio} />}
          <Figure title="QQ" height={height + 22} query={metaPlotQuery(meta.id, "qq", parseQq)}>
            {(data) => <QqCard data={data} height={height} lambdaGc={summary.lambda_gc} />}
          </Figure>
        </div>
      </div>
      <RegionCard
        meta={meta.id}
        region={region}
        oddsRatio={oddsRatio}
        onRegion={(next) => onSearch({ ...search, region: next })}
      />
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
