import type { BrowseCombination, BrowseEffect, BrowseStudy } from "@/api/browse/variant";
import { measureOf } from "@/lib/format/measure";
import { markedTitle } from "@/lib/status";
import { AnchorLink } from "@/ui/action/links";
import { formatP } from "@/ui/chart/words";
import { byScale, estimateOf, scaleWords } from "../effects";
import { type ForestRow, ForestTable } from "../ForestTable";
import { heterogeneityWords } from "./words";

interface CombinationProps {
  combination: BrowseCombination;
  allele: string | undefined;
}

/** A meta-analysis with its studies. */
export function CombinationForest({ combination, allele = "" }: CombinationProps) {
  const { effect, studies, fixed } = combination;
  const scale = effect.result.effect_scale;
  const measure = measureOf(scale);
  return (
    <ForestTable
      title={effect.result.title}
      aside={<AnchorLink to={effect.result.address}>Open</AnchorLink>}
      rows={[...studies.map(studyRow), ...pooledRows(combination)]}
      measure={`${measure.name} of ${allele}`}
      ratio={measure.ratio}
      weights={studies.some(({ weight }) => weight !== undefined)}
      note={`${heterogeneityWords(combination, formatP)} · ${scaleWords(scale)} · square: weight, line: 95 % interval${fixed ? "" : " · weights are shown for inverse-variance meta-analysis only"}`}
    />
  );
}

function studyRow({ name, ancestry, address, effect, weight, missing }: BrowseStudy): ForestRow {
  return {
    ...estimateOf(name, effect),
    key: address,
    note: ancestry,
    address,
    n: effect?.n,
    eaf: effect?.effect_allele_frequency,
    weight,
    missing,
  };
}

/** The estimates that the analysis wrote, and both estimates recomputed from the shown studies. */
function pooledRows({ effect, fixed, random }: BrowseCombination): ForestRow[] {
  const rows: ForestRow[] = [
    {
      ...estimateOf("All, as combined", effect),
      key: "all",
      n: effect.n,
      eaf: effect.effect_allele_frequency,
      pooled: true,
    },
  ];
  for (const [name, one] of [
    ["All, fixed effect", fixed],
    ["All, random effects", random],
  ] as const) {
    if (one) rows.push({ ...estimateOf(name, one), key: name, weight: 1, pooled: true });
  }
  return rows;
}

interface OtherProps {
  effects: readonly BrowseEffect[];
  allele: string | undefined;
  /** There is nothing else on the page. */
  alone: boolean;
}

/** Results that were not combined, with one axis per scale. */
export function OtherForests({ effects, allele = "", alone }: OtherProps) {
  return byScale(effects).map(({ scale, effects: some }) => {
    const measure = measureOf(scale);
    return (
      <ForestTable
        key={scale}
        title={`${alone ? "Results" : "Other results, not combined"}: ${scaleWords(scale)}`}
        rows={some.map((effect) => ({
          ...estimateOf(markedTitle(effect.result), effect),
          key: effect.result.ref,
          note: effect.result.detail,
          address: effect.result.address,
          n: effect.n ?? effect.result.n,
          eaf: effect.effect_allele_frequency,
        }))}
        measure={`${measure.name} of ${allele}`}
        ratio={measure.ratio}
        weights={false}
      />
    );
  });
}
