import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BrowseHit, GeneAnswer } from "@/api/browse/variant";
import { formatDecimal } from "@/lib/format/format";
import { measureOf } from "@/lib/format/measure";
import { type BrowseArea, browseLink } from "@/lib/route/browse-address";
import { numberCell, saveText, toCsv } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import { interval } from "@/ui/chart/forest";
import { formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { formatDistance } from "@/ui/genes/genes";
import { EmptyState } from "@/ui/state/states";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { estimateOf } from "../effects";
import { CaveatTag } from "../LeftOut";
import { variantTitle } from "../words";
import classes from "./gene.module.css";
import { genomeWide } from "./tiles";

interface Props {
  area: BrowseArea;
  data: GeneAnswer;
}

const numbers = {
  distance: ({ distance }: BrowseHit) => distance,
  effect: ({ effect }: BrowseHit) => effect.beta,
  p: ({ effect }: BrowseHit) => -(effect.neg_log_10_p_value ?? Number.NaN),
  strength: ({ effect }: BrowseHit) => effect.neg_log_10_p_value,
  i2: ({ i2 }: BrowseHit) => i2,
};

/** The best variant of each result, strongest first. */
export function HitsCard({ area, data }: Props) {
  const { hits, gene } = data;
  const sort = useRowSort(hits, numbers);
  if (hits.length === 0) {
    return (
      <Card title="Best variant of each result">
        <EmptyState title={`No result has a variant at ${gene.symbol}`}>
          {data.asked.total === 0
            ? "You do not have access to a result on this genome build."
            : "Widen the window around the gene, or see the reasons below."}
        </EmptyState>
      </Card>
    );
  }
  const top = Math.max(genomeWide * 1.4, ...hits.map(({ effect }) => effect.neg_log_10_p_value ?? 0));
  return (
    <Card title="Best variant of each result" aside={<Aside data={data} />} flush>
      <ScrollRegion label="Best variant of each result, table" className={classes.scroll}>
        <table className={shared.table}>
          <thead>
            <tr>
              <th scope="col">Phenotype and result</th>
              <th scope="col">Variant</th>
              <NumberHead sort={sort} by="distance">
                Distance
              </NumberHead>
              <th scope="col">EA</th>
              <NumberHead sort={sort} by="effect">
                Effect (95 % CI)
              </NumberHead>
              <NumberHead sort={sort} by="p">
                P
              </NumberHead>
              <NumberHead sort={sort} by="strength">
                −log10 P
              </NumberHead>
              <NumberHead sort={sort} by="i2">
                I²
              </NumberHead>
            </tr>
          </thead>
          <tbody>
            {sort.rows.map((hit) => (
              <Row key={hit.effect.result.ref} area={area} hit={hit} top={top} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Card>
  );
}

function Aside({ data }: { data: GeneAnswer }) {
  return (
    <span className={classes.aside}>
      dashed: 5e-8
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => saveText(`${data.gene.symbol}-hits.csv`, hitsCsv(data))}
      >
        Save as CSV
      </Button>
    </span>
  );
}

function hitsCsv({ hits, genome_build }: GeneAnswer): string {
  return toCsv(
    [
      "result",
      "phenotype",
      "genome_build",
      "chromosome",
      "base_pair_location",
      "effect_allele",
      "other_allele",
      "rsid",
      "distance",
      "effect_scale",
      "beta",
      "standard_error",
      "effect_allele_frequency",
      "p_value",
      "neg_log_10_p_value",
      "n",
      "i2",
      "caveat",
    ],
    hits.map(({ effect, variant, distance, i2 }) => [
      effect.result.title,
      effect.result.phenotype,
      genome_build,
      variant.chromosome,
      String(variant.position),
      variant.effect_allele ?? "",
      variant.other_allele ?? "",
      variant.rsid ?? "",
      String(distance),
      effect.result.effect_scale,
      numberCell(effect.beta),
      numberCell(effect.standard_error),
      numberCell(effect.effect_allele_frequency),
      effect.p_value,
      numberCell(effect.neg_log_10_p_value),
      numberCell(effect.n),
      numberCell(i2),
      effect.result.caveat,
    ]),
  );
}

function Row({ area, hit, top }: { area: BrowseArea; hit: BrowseHit; top: number }) {
  const { effect, variant, distance, i2 } = hit;
  const { result } = effect;
  const measure = measureOf(result.effect_scale);
  const strength = effect.neg_log_10_p_value ?? 0;
  return (
    <tr>
      <th scope="row" className={classes.result}>
        <span className={classes.phenotype}>{result.phenotype}</span>
        <span className={classes.title}>
          <Link to={result.address}>{result.title}</Link>
          <CaveatTag result={result} />
        </span>
      </th>
      <td className={shared.mono}>
        <Link {...browseLink(area, "variant", variant.id, { build: result.genome_build })}>
          {variantTitle(variant)}
        </Link>
      </td>
      <td className={shared.number}>{distance === 0 ? "within" : formatDistance(distance)}</td>
      <td className={shared.alleles} title={variant.effect_allele}>
        {variant.effect_allele}
      </td>
      <td className={shared.number}>
        {measure.name} {interval(estimateOf(result.title, effect), measure.ratio)}
      </td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(effect.neg_log_10_p_value)}</td>
      <td className={shared.number}>
        <span className={classes.strength}>
          {formatDecimal(strength, 1)}
          <span className={classes.bar} aria-hidden="true">
            <span
              className={strength > genomeWide ? classes.strong : classes.weak}
              style={{ width: `${(strength / top) * 100}%` }}
            />
            <span className={classes.threshold} style={{ left: `${(genomeWide / top) * 100}%` }} />
          </span>
        </span>
      </td>
      <td className={shared.number}>{i2 == null ? "–" : `${formatDecimal(i2, 0)} %`}</td>
    </tr>
  );
}
