import { NativeSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BrowseGene, GeneAnswer } from "@/api/browse/variant";
import { formatCount, plural } from "@/lib/format/format";
import { chromosomeCode } from "@/lib/genome/region";
import { browseLink, regionLink } from "@/lib/route/browse-address";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { AbsentCard } from "../AbsentCard";
import { LeftOut } from "../LeftOut";
import { MoreResults } from "../MoreResults";
import type { PageProps } from "../search";
import { buildLabel } from "../words";
import { flanks, usualFlank } from "./flanks";
import { GeneFacts, geneWords } from "./GeneFacts";
import classes from "./gene.module.css";
import { HitsCard } from "./HitsCard";
import { InsideCard } from "./InsideCard";
import { Tiles } from "./Tiles";

interface Props extends Omit<PageProps, "what"> {
  data: GeneAnswer;
  /** Another flank is being read. */
  stale: boolean;
}

/** As many tracks as a region shows. */
const mostTracks = 3;

/**
 * The page of a gene once it is read: tiles, the region with up to three tracks, and the most significant variant of
 * each result.
 */
export function GeneBody({ area, data, stale, search, onSearch }: Props) {
  const { gene, genome_build: build, window, hits, namesakes, asked } = data;
  const refs = hits.slice(0, mostTracks).map(({ effect }) => effect.result.ref);
  const region = { chromosome: chromosomeCode(window.chromosome) ?? 0, start: window.start, end: window.end };
  return (
    <>
      <PageHeader
        title={gene.symbol}
        sub={geneWords(gene, build)}
        actions={
          <ButtonLink
            {...regionLink(area, region, { build, results: refs.length > 0 ? refs : undefined, gene: gene.symbol })}
          >
            Open region
          </ButtonLink>
        }
      />
      <GeneFacts gene={gene} elsewhere={data.elsewhere} build={build} />
      <Namesakes area={area} build={build} genes={namesakes} />
      <div className={classes.flank}>
        <NativeSelect
          label="Best variants within"
          data={flanks.map((bases) => ({ value: String(bases), label: flankWords(bases) }))}
          value={String(search.flank ?? usualFlank)}
          onChange={(event) => onSearch({ ...search, flank: Number(event.currentTarget.value), from: undefined })}
        />
      </div>
      <div className={stale ? classes.stale : classes.page} aria-busy={stale}>
        <LeftOut
          leftOut={asked.left_out}
          all={search.all === true}
          onAll={(all) => onSearch({ ...search, all: all || undefined, from: undefined })}
        />
        <Tiles hits={hits} asked={asked} />
        <div className={classes.columns}>
          <div className={classes.stack}>
            <HitsCard area={area} data={data} />
            <MoreResults asked={asked} onFrom={(from) => onSearch({ ...search, from })} />
            <AbsentCard title="Results without a variant here" absent={data.absent} others={asked.other_builds} />
          </div>
          <InsideCard area={area} data={data} search={search} onSearch={onSearch} />
        </div>
      </div>
      <p className={classes.source}>
        Gene: {data.source} · {buildLabel(build)} · window {window.chromosome}:{formatCount(window.start)}–
        {formatCount(window.end)}
      </p>
    </>
  );
}

const flankWords = (bases: number): string => (bases === 0 ? "the gene itself" : `${bases / 1000} kb of the gene`);

/** Other genes that go by the name that was asked for. */
function Namesakes({
  area,
  build,
  genes,
}: {
  area: Props["area"];
  build: GeneAnswer["genome_build"];
  genes: BrowseGene[];
}) {
  if (genes.length === 0) return null;
  return (
    <p className={classes.source}>
      {plural(genes.length, "other gene has", "other genes have")} this name:{" "}
      {genes.map((gene, i) => (
        <span key={gene.ensembl_id}>
          {i > 0 && ", "}
          <Link {...browseLink(area, "gene", gene.ensembl_id, { build })}>
            <i>{gene.symbol}</i>
          </Link>{" "}
          ({gene.chromosome}:{formatCount(gene.start)})
        </span>
      ))}
    </p>
  );
}
