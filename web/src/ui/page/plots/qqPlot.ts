/** The QQ plot of a page, in the shape of the result pages: ranks thinned evenly on the log scale, λ from the median. */
import { betaQuantile } from "@/lib/beta";
import type { ColumnRole } from "@/lib/document/document";
import type { QqData } from "../../chart/plotData";
import { withLambda } from "../../chart/qq";
import type { PageProps } from "../page";

/** The strongest ranks are all drawn, the others at equal steps of the log scale. */
const whole = 500;
const steps = 500;
/** The median of χ² with one degree of freedom. */
const medianChi2 = 0.454936423119572;

const ofVariants: ReadonlySet<ColumnRole> = new Set(["rsid", "effect_allele", "other_allele"]);

/** What a page's rows are called together, by what its columns mean. Genes with several rows each are rows. */
export function allRows({ document, table }: Pick<PageProps, "document" | "table">): string {
  const roles = new Map(document.columns.map(({ role, source }) => [role, source]));
  if (document.columns.some(({ role }) => role && ofVariants.has(role))) return "All variants";
  const gene = roles.get("gene");
  if (gene === undefined) return roles.has("position") ? "All variants" : "All rows";
  const { distinct, missing = 0 } = table.columns.find(({ source }) => source === gene) ?? {};
  return distinct === undefined || distinct + missing === table.rows ? "All genes" : "All rows";
}

/** The curve of all values under another name. */
export function calledQq(data: QqData, name: string): QqData {
  const called = (of: string) => (of === "all" ? name : of);
  const series = data.series.map((one) => ({ ...one, name: called(one.name) }));
  return { ...data, adjustment: called(data.adjustment), series };
}

/** As on the server: the least rows and chromosomes whose λ describes a study. */
const enoughRows = 30;
const wholeGenome = 11;

/** λ of few rows, or of a table of few chromosomes, describes their signal: the curve is drawn without it. */
export function ofGenome(data: QqData, { document, table }: Pick<PageProps, "document" | "table">): QqData {
  const chromosome = document.columns.find(({ role }) => role === "chromosome")?.source;
  const known = chromosome === undefined ? undefined : table.columns.find(({ source }) => source === chromosome);
  const part = (known?.distinct ?? wholeGenome) < wholeGenome;
  return part || data.n < enoughRows ? withLambda(data, null) : data;
}

/** From −log10 P in any order; the caller has counted invalid numbers. */
export function qqData(negLog10: Float64Array): QqData {
  const values = negLog10
    .filter((value) => value >= 0)
    .sort()
    .reverse();
  const n = values.length;
  const ranks = ranksOf(n);
  // Plotting positions as on the server: expected quantiles for few values.
  const a = n <= 10 ? 0.375 : 0.5;
  const expectedOf = (rank: number) => -Math.log10((rank - a) / (n + 1 - 2 * a));
  const expected = ranks.map(expectedOf);
  const observed = ranks.map((rank) => values[rank - 1] as number);
  const band = ranksOf(n, 10, 60);
  const lambda = n > 0 ? lambdaOf(values) : null;
  return {
    n,
    lambda_gc: lambda,
    lambda_1000: null,
    adjustment: "all",
    series: [{ name: "all", n, lambda_gc: lambda, expected, observed }],
    band: {
      expected: band.map(expectedOf),
      lower: band.map((rank) => -Math.log10(betaQuantile(0.975, rank, n + 1 - rank))),
      upper: band.map((rank) => -Math.log10(betaQuantile(0.025, rank, n + 1 - rank))),
    },
  };
}

/** Ranks from 1, the strongest first. */
export function ranksOf(n: number, first = whole, further = steps): number[] {
  const ranks: number[] = [];
  for (let rank = 1; rank <= Math.min(n, first); rank++) ranks.push(rank);
  for (let step = 1; step <= further && n > first; step++) {
    const rank = Math.round(first * (n / first) ** (step / further));
    if (rank > (ranks[ranks.length - 1] as number)) ranks.push(rank);
  }
  return ranks;
}

/** χ² of the median P divided by its expectation. */
function lambdaOf(falling: Float64Array): number {
  const n = falling.length;
  const middle = n % 2 === 1 ? [(n - 1) / 2] : [n / 2 - 1, n / 2];
  const chi2 = middle.reduce((sum, at) => sum + chi2Of(10 ** -(falling[at] as number)), 0) / middle.length;
  return chi2 / medianChi2;
}

/** χ² with one degree of freedom whose upper tail is p: the quantile of the normal, squared. */
function chi2Of(p: number): number {
  if (p <= 0) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, 1500];
  for (let turn = 0; turn < 200; turn++) {
    const middle = (low + high) / 2;
    if (upperTail(middle) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(χ²₁ > x) = erfc(√(x/2)). */
const upperTail = (x: number): number => erfc(Math.sqrt(x / 2));

/** The series of erf where it converges quickly, else the continued fraction of its complement. */
function erfc(z: number): number {
  if (z < 2.5) {
    let term = z;
    let sum = z;
    for (let n = 1; n < 200; n++) {
      term *= (-z * z) / n;
      sum += term / (2 * n + 1);
      if (Math.abs(term) < 1e-17 * Math.abs(sum)) break;
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = 0;
  for (let n = 60; n >= 1; n--) fraction = n / 2 / (z + fraction);
  return Math.exp(-z * z) / (Math.sqrt(Math.PI) * (z + fraction));
}
