import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { regionsOf } from "@/api/browse/browse";
import { portalConfigQuery } from "@/api/hermes/hermes";
import { type MetaAnalysis, metaPlotQuery } from "@/api/hermes/meta";
import type { Measure } from "@/lib/format/measure";
import { onChromosome } from "@/lib/genome/chromosomes";
import { largestSpan, parseRegion, regionAround, regionText, spanOf } from "@/lib/genome/region";
import { type BrowseBuild, browseBuildOf, browseBuilds } from "@/lib/route/browse-address";
import { Figure } from "@/ui/chart/Figure";
import { QqCard } from "@/ui/chart/QqCard";
import sheet from "@/ui/paper.module.css";
import { RegionBelow } from "@/ui/region/RegionBelow";
import { late } from "@/ui/state/late";
import { labelOf } from "../../qc/words";
import { useKnown } from "../../useKnown";
import classes from "../meta.module.css";
import type { ResultSearch } from "../search";
import { contributions } from "../sizes";
import { type Locus, locusKey, type MetaSummary } from "../summary";
import { ancestryNames } from "./ancestries";
import { ForestCard, WithoutCard } from "./ForestCard";
import { InputsCard } from "./InputsCard";
import { NotContributing } from "./NotContributing";
import { RegionCard } from "./RegionCard";
import { ResultManhattan } from "./ResultManhattan";
import { StudiesCard } from "./StudiesCard";
import { Tiles } from "./Tiles";

interface Props {
  meta: MetaAnalysis;
  summary: MetaSummary;
  measure: Measure;
  search: ResultSearch;
  onSearch: (change: ResultSearch) => void;
}

const LociCard = late(() => import("./LociCard").then(({ LociCard }) => LociCard));
const AloneCard = late(() => import("./LociCard").then(({ AloneCard }) => AloneCard));
const AncestriesCard = late(() => import("./AncestriesCard").then(({ AncestriesCard }) => AncestriesCard));
const AxesCard = late(() => import("./AxesCard").then(({ AxesCard }) => AxesCard));
const VerdictCard = late(() => import("./VerdictCard").then(({ VerdictCard }) => VerdictCard));
const CredibleSets = late(() => import("../../CredibleSets").then(({ CredibleSets }) => CredibleSets));

const height = 260;

/** The result from the whole genome to one variant: numbers, Manhattan, loci, region, and what went in. */
export function ResultBody({ meta, summary, measure, search, onSearch }: Props) {
  const loci = summary.top_loci;
  const build = browseBuilds.find((name) => name === summary.settings.build);
  const chosen = loci.find((locus) => locusKey(locus) === search.locus) ?? loci[0];
  const judged = chosen && summary.loci_report?.loci[loci.indexOf(chosen)];
  const choices = useQuery(portalConfigQuery).data?.ancestries;
  const names = useMemo(() => ancestryNames(meta, (code) => labelOf(choices, code)), [meta, choices]);
  const ancestries = new Set(meta.inputs.map((input) => input.ancestry));
  const known = useKnown({
    build: summary.settings.build || undefined,
    phenotype: meta.phenotype,
    ancestry: ancestries.size === 1 ? meta.inputs[0]?.ancestry : undefined,
    leads: loci,
  });
  const select = (locus: Locus) => onSearch({ ...search, locus: locusKey(locus), region: regionOf(locus, build) });
  const region = search.region ?? (chosen && regionOf(chosen, build));
  const regions = regionsOf("hermes", `ma:${meta.id}`);
  const below = search.region === undefined ? undefined : parseRegion(search.region);
  const { unused, few } = contributions(meta, summary);
  return (
    <div className={`${classes.result} ${sheet.paper}`}>
      <Tiles meta={meta} summary={summary} />
      <NotContributing studies={[...unused, ...few]} />
      <div className={classes.genomeRow}>
        <Figure title="Manhattan" height={height + 22} query={metaPlotQuery(meta.id, "manhattan")}>
          {(data) => (
            <ResultManhattan
              meta={meta}
              data={data}
              loci={loci}
              selected={chosen && locusKey(chosen)}
              onLocus={select}
              query={regions.query}
              stretch={regions.stretch}
              onPlace={(place) => onSearch({ ...search, region: regionText(place) })}
            />
          )}
        </Figure>
        <Figure title="QQ" height={height + 22} query={metaPlotQuery(meta.id, "qq")}>
          {(data) => (
            <QqCard
              data={data}
              height={height}
              lambdaGc={summary.lambda_gc}
              severalDf={meta.options.scheme === "metaregression"}
            />
          )}
        </Figure>
      </div>
      {below && spanOf(below) <= largestSpan && (
        <RegionBelow
          region={below}
          query={regions.query}
          page={regions.page}
          onRegion={(next) => onSearch({ ...search, region: regionText(next) })}
          onClose={() => onSearch({ ...search, region: undefined })}
        />
      )}
      <LociCard
        name={meta.name}
        loci={loci}
        total={summary.n_loci ?? loci.length}
        build={summary.settings.build}
        browse={browseBuildOf(summary.settings.build)}
        measure={measure}
        studies={summary.studies.map((study) => study.name)}
        ancestryWords={names.words}
        chosen={chosen}
        known={known}
        report={summary.loci_report}
        sort={search.sort}
        onSort={(sort) => onSearch({ ...search, sort })}
        onChoose={select}
      />
      {chosen && judged && summary.loci_report && <VerdictCard locus={judged} report={summary.loci_report} />}
      {chosen && (
        <div className={classes.locusRow}>
          <ForestCard
            locus={chosen}
            studies={summary.studies}
            scheme={meta.options.scheme}
            measure={measure}
            ancestries={names}
          />
          <WithoutCard locus={chosen} measure={measure} />
        </div>
      )}
      {loci.length > 0 && <CredibleSets result={`ma:${meta.id}`} />}
      <RegionCard
        meta={meta.id}
        region={region}
        measure={measure}
        onRegion={(next) => onSearch({ ...search, region: next })}
      />
      {summary.ancestries && <AncestriesCard meta={meta} ancestries={summary.ancestries} words={names.words} />}
      {summary.ancestries?.some((one) => one.n_loci_alone) && (
        <AloneCard
          name={meta.name}
          ancestries={summary.ancestries}
          build={summary.settings.build}
          measure={measure}
          words={names.words}
        />
      )}
      {summary.axes && <AxesCard axes={summary.axes} />}
      <StudiesCard summary={summary} />
      <InputsCard meta={meta} summary={summary} />
    </div>
  );
}

/** Without coordinates (joined by rsID) there is no region to show. */
function regionOf(locus: Locus, build: BrowseBuild | undefined): string | undefined {
  if (locus.chromosome === 0) return undefined;
  return regionText(onChromosome(regionAround(locus.chromosome, locus.base_pair_location), build));
}
