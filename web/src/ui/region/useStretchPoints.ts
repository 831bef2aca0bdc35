import { useDebouncedValue } from "@mantine/hooks";
import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { Schemas } from "@/lib/contract";
import { chromosomeCode, type Region } from "@/lib/genome/region";
import type { Genome } from "../chart/genome";
import { shadeOf } from "../chart/manhattan";
import type { Points, View } from "../chart/model";
import type { Range } from "../chart/scale";
import { formatLocus, formatP } from "../chart/words";

type Stretch = Schemas["BrowseStretch"];

/** How the variants of a stretch of any length are asked for. */
export type StretchQuery = (region: Region) => UseQueryOptions<Stretch, Error, Stretch, QueryKey>;

/** With fewer columns of the reduction in view than these each is so wide that it looks like a bar. */
const fewColumns = 250;

/** A view that moves is read for once it rests. */
const rests = 200;

/**
 * The share of a view that is read on each side, so that it can be moved a little without another
 * read.
 */
const margin = 0.25;

/** The parts of chromosomes in a view, and beside it. */
export function stretchesOf(genome: Genome, [low, high]: Range): Region[] {
  const more = (high - low) * margin;
  return genome.chromosomes.flatMap(({ code, start, length }) => {
    const from = Math.max(1, Math.floor(low - more - start) + 1);
    const to = Math.min(length, Math.ceil(high + more - start));
    return from <= to ? [{ chromosome: code, start: from, end: to }] : [];
  });
}

const dataOf = (answers: readonly { data: Stretch | undefined }[]) => answers.flatMap(({ data }) => data ?? []);

/** What was read, and for which part of the axis. */
interface Held {
  readonly range: Range;
  readonly points: Points;
}

/**
 * Variants in place of the cells of a reduction whose columns would be wide, of those that a figure draws on one another the
 * strongest; undefined while none are read that fill the view.
 */
export function useStretchPoints(
  genome: Genome,
  view: View,
  binWidth: number,
  query: StretchQuery | undefined,
): Points | undefined {
  const [{ x }] = useDebouncedValue(view, rests);
  const stretches = useMemo(
    () => (query && x[1] - x[0] < fewColumns * binWidth ? stretchesOf(genome, x) : []),
    [genome, x, binWidth, query],
  );
  const read = useQueries({
    queries: query ? stretches.map((stretch) => query(stretch)) : [],
    combine: dataOf,
  });
  const whole = stretches.length > 0 && read.length === stretches.length ? read : undefined;
  const fresh = useMemo(() => whole && heldOf(whole, genome), [whole, genome]);
  const [held, hold] = useState<Held>();
  useEffect(() => {
    if (fresh) hold(fresh);
  }, [fresh]);
  const [low, high] = view.x;
  const fits = held && high - low < fewColumns * binWidth && held.range[0] <= low && held.range[1] >= high;
  return fits ? held.points : undefined;
}

function heldOf(stretches: readonly Stretch[], genome: Genome): Held {
  const shades = shadeOf(genome);
  const found = stretches.flatMap(({ region, position, neg_log_10_p_value: strength }) => {
    const code = chromosomeCode(region.chromosome) ?? 0;
    return position.map((at, i) => ({ code, at, y: strength[i] as number, x: genome.place(code, at) ?? Number.NaN }));
  });
  const ends = stretches.map(({ region: { chromosome, start, end } }) => {
    const code = chromosomeCode(chromosome) ?? 0;
    return [(genome.place(code, start) ?? 0) - 1, genome.place(code, end) ?? 0] as const;
  });
  return {
    range: [Math.min(...ends.map(([low]) => low)), Math.max(...ends.map(([, high]) => high))],
    points: {
      x: Float64Array.from(found, (one) => one.x),
      y: Float64Array.from(found, (one) => one.y),
      tone: Uint8Array.from(found, (one) => shades.get(one.code) ?? 0),
      size: 2.4,
      shape: "square",
      rising: true,
      describe: (i) => {
        const { code, at, y } = found[i] as (typeof found)[number];
        return { title: formatLocus(code, at), facts: [["P", formatP(y)]] };
      },
    },
  };
}
