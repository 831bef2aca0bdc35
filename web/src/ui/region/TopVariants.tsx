import { VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatCount, formatDecimal } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { Region } from "@/lib/genome/region";
import type { BrowseLink } from "@/lib/route/browse-address";
import { markedTitle } from "@/lib/status";
import { Card } from "../Card";
import { formatP, formatWhole } from "../chart/words";
import shared from "../data.module.css";
import { NumberHead } from "../table/NumberHead";
import { useRowSort } from "../table/rowSort";
import { ScrollRegion } from "../table/ScrollRegion";
import { nearestGene } from "./genes";
import { awayWords, knownNear, knownWords } from "./known";
import classes from "./region.module.css";
import { type Place, type RegionData, type RegionTrack, regionOf, variantId, variantLabel } from "./regionData";
import { genomeWide } from "./tracks";
import { strongestOf } from "./twin";
import { effectName, effectWords } from "./words";

interface Props {
  data: RegionData;
  region: Region;
  onChoose: (place: Place) => void;
  /** The page of a variant, by its name. */
  variantPage: (variant: string) => BrowseLink;
}

const listed = 15;

/** The strongest variants in view of the first track; choosing one measures LD to it. */
export function TopVariants({ data, region, onChoose, variantPage }: Props) {
  const track = data.tracks[0];
  if (!track) return null;
  return <Strongest data={data} region={region} track={track} onChoose={onChoose} variantPage={variantPage} />;
}

function Strongest({ data, region, track, onChoose, variantPage }: Props & { track: RegionTrack }) {
  const { points } = track;
  const all = strongestOf(data, region, [0]);
  const significant = all.filter(({ point }) => (points.neg_log_10_p_value[point] ?? 0) >= genomeWide).length;
  const rows = all.slice(0, listed);
  const sort = useRowSort(rows, numbersOf(track));
  const { chromosome } = regionOf(data.region);
  const known = data.known.items.length > 0;
  return (
    <Card title="Top variants" aside={`${formatCount(significant)} below 5e-8`} flush>
      {rows.length === 0 ? (
        <p className={shared.emptyNote}>This result has no variants here.</p>
      ) : (
        <ScrollRegion label="Top variants, table" className={shared.scroll}>
          <table className={`${shared.table} ${classes.tight}`}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">Gene</th>
                {known && <th scope="col">Known</th>}
                {points.r2 && (
                  <NumberHead sort={sort} by="r2">
                    r²
                  </NumberHead>
                )}
                <NumberHead sort={sort} by="p">
                  P
                </NumberHead>
                <NumberHead sort={sort} by="effect">
                  {effectName(track)} (95 % CI)
                </NumberHead>
                <NumberHead sort={sort} by="eaf">
                  EAF
                </NumberHead>
                <NumberHead sort={sort} by="n">
                  N
                </NumberHead>
              </tr>
            </thead>
            <tbody>
              {sort.rows.map((place) => (
                <Row
                  key={place.point}
                  data={data}
                  place={place}
                  page={variantPage(variantId(chromosome, points, place.point))}
                  onChoose={() => onChoose(place)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      <p className={shared.emptyNote}>
        {data.tracks.length > 1 && `${markedTitle(track.result)}. `}
        {points.r2 ? "Choose a variant to show LD with it." : "r² is shown where LD is known."} {knownNote(data.known)}
      </p>
    </Card>
  );
}

function numbersOf({ points }: RegionTrack) {
  const at = (list: readonly (number | null)[] | undefined) => (place: Place) => list?.[place.point];
  const strength = at(points.neg_log_10_p_value);
  return {
    r2: at(points.r2),
    p: (place: Place) => -(strength(place) ?? Number.NaN),
    effect: at(points.beta),
    eaf: at(points.effect_allele_frequency),
    n: at(points.n),
  };
}

function knownNote({ source, missing, items, total }: RegionData["known"]): string {
  if (missing) return missing;
  const listed =
    items.length < total ? ` The strongest ${formatCount(items.length)} of ${formatCount(total)} are marked.` : "";
  return `Known: the nearest association of P ≤ 5e-8 within 500 kb in ${source}.${listed}`;
}

interface RowProps {
  data: RegionData;
  place: Place;
  page: BrowseLink;
  onChoose: () => void;
}

function Row({ data, place: { track: on, point: at }, page, onChoose }: RowProps) {
  const track = data.tracks[on];
  if (!track) return null;
  const { points } = track;
  const position = points.position[at] as number;
  const { variant } = data.ld;
  const isReference = variant?.position === position;
  const label = variantLabel(regionOf(data.region).chromosome, points, at);
  const gene = nearestGene(data.genes.items, position);
  return (
    <tr className={isReference ? shared.chosen : undefined}>
      <td className={shared.mono}>
        <button type="button" className={shared.linkButton} aria-pressed={isReference} onClick={onChoose}>
          {label}
        </button>
        <Link {...page} className={classes.variant}>
          <VisuallyHidden>Page of {label}, </VisuallyHidden>
          {formatWhole(position)} {points.effect_allele[at]}/{points.other_allele[at]}
        </Link>
      </td>
      <td>
        <i>{gene?.symbol ?? "–"}</i>
      </td>
      {data.known.items.length > 0 && <Known data={data} position={position} />}
      {points.r2 && (
        <td className={shared.number}>{at === track.lead && isReference ? "lead" : formatDecimal(points.r2[at])}</td>
      )}
      <td className={`${shared.number} ${shared.mono}`}>{formatP(points.neg_log_10_p_value[at])}</td>
      <td className={shared.number}>{effectWords(track, at)}</td>
      <td className={shared.number}>{formatFrequency(points.effect_allele_frequency[at])}</td>
      <td className={shared.number}>{formatWhole(points.n[at])}</td>
    </tr>
  );
}

function Known({ data, position }: { data: RegionData; position: number }) {
  const near = knownNear(data.known, position);
  if (!near) return <td>–</td>;
  return (
    <td className={classes.known} title={knownWords(near)}>
      <a
        href={`https://pubmed.ncbi.nlm.nih.gov/${encodeURIComponent(near.pubmed_id)}/`}
        target="_blank"
        rel="noreferrer"
      >
        {near.trait}
      </a>
      <span className={classes.away}>{awayWords(near, position)}</span>
    </td>
  );
}
