import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { defaultOptions } from "../new/draft";
import { study, summaryOf } from "../testSummary";
import { Tiles } from "./Tiles";

const input = (dataset_name: string, n_total: number, cases?: number) => ({
  dataset_name,
  n_total,
  ...(cases === undefined ? {} : { cases, controls: n_total - cases }),
});

function show(inputs: ReturnType<typeof input>[], used: number[], variants = 1, hits = 1) {
  const studies = inputs.map(({ dataset_name }, at) => study(dataset_name, { rows_in: 5, rows_used: used[at] ?? 0 }));
  const summary = summaryOf({ studies, n_variants: variants, n_genome_wide_significant: hits, n_eff: 960 });
  render(<Tiles meta={{ inputs, options: defaultOptions } as unknown as MetaAnalysis} summary={summary} />);
}

/** The content of the tile with this label. */
const tile = (label: string) => screen.queryByText(label)?.parentElement?.textContent;

describe("Tiles", () => {
  it("counts the people of the studies that are in the result", () => {
    show([input("a", 1000, 400), input("b", 500, 100), input("c", 4000, 1000)], [5, 3, 0]);
    expect(tile("Cases")).toBe("Cases500of 2 of 3 studies");
    expect(tile("Controls")).toBe("Controls1,000N eff 960");
    expect(tile("People")).toBeUndefined();
    expect(tile("Loci, P < 5e-8")).toBe("Loci, P < 5e-801 variant");
  });

  it.each([
    [
      "a study with few rows",
      [500, 500, 90_500],
      [2, 2, 3],
      "Cases per variant500median of 500–90,500",
      "in 2–3 studies, median 2",
    ],
    ["the same for all", [500, 500, 500], [2, 2, 2], "Cases per variant500of 0 studies", "all in 2 studies"],
  ])("says what was used per variant: %s", (_, counts, inStudies, cases, variants) => {
    const of = ([min, median, max]: number[]) => ({ min: min ?? null, median: median ?? null, max: max ?? null });
    const none = { min: null, median: null, max: null };
    const asked = { inputs: [], options: defaultOptions } as unknown as MetaAnalysis;
    const sizes = { n: of(counts), n_cases: of(counts), n_controls: of(counts), n_studies: of(inStudies) };
    const { unmount } = render(<Tiles meta={asked} summary={summaryOf({ n_variants: 7, per_variant: sizes })} />);
    expect(tile("Cases per variant")).toBe(cases);
    expect(tile("Variants")).toBe(`Variants7${variants}`);
    unmount();
    render(<Tiles meta={asked} summary={summaryOf({ per_variant: { ...sizes, n_cases: none, n_controls: none } })} />);
    expect(tile("Cases per variant")).toBeUndefined();
    expect(tile("People per variant")).toContain("People per variant500");
  });

  it("shows people where no study has cases", () => {
    show([input("a", 1000), input("b", 500)], [5, 3]);
    expect(tile("People")).toBe("People1,500of 2 studies");
    expect(tile("Cases")).toBeUndefined();
  });

  it("says in how many studies cases are known, when not in all", () => {
    show([input("a", 1000, 400), input("b", 500)], [5, 3]);
    expect(tile("People")).toBe("People1,500of 2 studies");
    expect(tile("Cases")).toBe("Cases400in 1 of 2 studies");
    expect(tile("Controls")).toBe("Controls600in 1 of 2 studies");
  });

  it.each<[(number | null)[], string]>([
    [[60, 20], "40 %1 locus > 50 %"],
    [[60, null, 20], "40 %1 of 2 loci with one > 50 %"],
    [[null], "–not computed"],
  ])("says of how many loci the I² speaks: %j", (values, want) => {
    const top_loci = values.map((i2) => ({ i2 })) as ReturnType<typeof summaryOf>["top_loci"];
    const asked = { inputs: [], options: defaultOptions } as unknown as MetaAnalysis;
    render(<Tiles meta={asked} summary={summaryOf({ top_loci })} />);
    expect(tile("Median I² of the loci")).toBe(`Median I² of the loci${want}`);
  });

  it("says in how many studies a variant had to be, as the run applied it", () => {
    const asked = { inputs: [], options: defaultOptions } as unknown as MetaAnalysis; // 2; a meta-regression needs more
    const { settings } = summaryOf({});
    render(<Tiles meta={asked} summary={summaryOf({ n_variants: 7, settings: { ...settings, min_studies: 4 } })} />);
    expect(tile("Variants")).toBe("Variants7in ≥ 4 studies");
  });
});
