/**
 * The plot data of the server (Go package plot; docs/formats/plots.md): parallel lists, already reduced. Positions are 1-based.
 * This is the only place that knows those shapes; an answer that does not fit is refused here, in words, and not drawn wrongly.
 */
import { z } from "zod";

const numbers = z.array(z.number());
const maybeNumbers = z.array(z.number().nullable());
const maybe = z.number().nullish();

const axis = z.object({
  code: numbers,
  name: z.array(z.string()),
  length: numbers,
  offset: numbers,
  total: z.number(),
});

const manhattan = z.object({
  build: z.string(),
  n: z.number(),
  max_y: z.number(),
  genome_wide: z.number(),
  suggestive: z.number(),
  chromosomes: axis,
  bin_width: z.number(),
  y_step: z.number(),
  cells: z.object({ chromosome: numbers, bin: numbers, from: numbers, to: numbers }),
  points: z.object({ chromosome: numbers, position: numbers, y: numbers }),
  top: z.object({
    chromosome: numbers,
    position: numbers,
    y: numbers,
    rsid: z.array(z.string()),
    effect_allele: z.array(z.string()),
    other_allele: z.array(z.string()),
    beta: maybeNumbers,
    standard_error: maybeNumbers,
    effect_allele_frequency: maybeNumbers,
    n: maybeNumbers,
  }),
});

const qq = z.object({
  n: z.number(),
  lambda_gc: maybe,
  lambda_1000: maybe,
  adjustment: z.string(),
  series: z.array(
    z.object({ name: z.string(), n: z.number(), lambda_gc: maybe, expected: numbers, observed: numbers }),
  ),
  band: z.object({ expected: numbers, lower: numbers, upper: numbers }),
});

const cloud = z.object({
  kind: z.string(),
  x_label: z.string(),
  y_label: z.string(),
  max: z.number(),
  step: z.number(),
  band: z.number(),
  n: z.number(),
  r: maybe,
  marked: z.number(),
  classes: z.array(z.string()),
  cells: z.array(z.object({ class: z.number(), x: numbers, y: numbers, n: numbers })),
  points: z.object({
    x: numbers,
    y: numbers,
    class: numbers,
    marked: numbers,
    chromosome: numbers,
    position: numbers,
  }),
});

const sen = z.object({
  x: maybe,
  y: maybe,
  ratio: maybe,
  scale: z.string(),
  c: maybe,
  n_max: maybe,
  n_effective: maybe,
  median_se: maybe,
  explanation: z.string(),
});

export type ManhattanData = z.infer<typeof manhattan>;
export type QqData = z.infer<typeof qq>;
export type CloudData = z.infer<typeof cloud>;
export type SenData = z.infer<typeof sen>;

export const senSchema = sen;

export const parseManhattan = (value: unknown): ManhattanData => read(manhattan, value, "Manhattan plot");
export const parseQq = (value: unknown): QqData => read(qq, value, "QQ plot");
export const parseCloud = (value: unknown): CloudData => read(cloud, value, "scatter plot");

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join(".") || "the whole answer";
  throw new Error(`The data of the ${what} cannot be read: ${where}: ${issue?.message ?? "unknown shape"}.`);
}
