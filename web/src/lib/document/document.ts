/**
 * The document of a page: which parts of a table are shown, and how. This is its only definition:
 * the JSON Schema for the server's check (`internal/area/page/document.schema.json`) is generated
 * from it, and every valid document can be drawn.
 *
 * Columns have ids that do not change when a column is renamed: a step, a filter or a plot refers
 * to an id, never to a title. An unknown id is a fault that is shown and can be fixed; it never
 * breaks the page.
 */
import { z } from "zod/mini";
import { column, columnId, columnIds, id, type mathFunctions, text, title } from "./columns";
import { filter } from "./filters";
import { format } from "./formats";
import { plot } from "./plots";
import { step } from "./steps";

export { columnRoles, columnTypes, mathFunctions } from "./columns";

/** The version of documents that this program writes. Older ones are migrated, newer ones refused. */
export const documentVersion = 1;

/** Named columns that a row opens to. */
const group = z.strictObject({ id, title, columns: columnIds.check(z.minLength(1)) });

export const documentSchema = z.strictObject({
  version: z.literal(documentVersion),
  title: z.string().check(z.maxLength(200)),
  /** Markdown; shown above the page. */
  about: z.string().check(z.maxLength(20_000)),
  genome_build: z.optional(z.enum(["GRCh37", "GRCh38"])),
  columns: z.array(column).check(z.maxLength(500)),
  steps: z.array(step).check(z.maxLength(200)),
  /** By the id of a column. */
  formats: z.record(columnId, z.array(format).check(z.minLength(1), z.maxLength(10))),
  tips: z.record(columnId, text),
  table: z.strictObject({
    /** Those shown, in order. */
    columns: columnIds,
    sort: z.optional(z.strictObject({ column: columnId, descending: z.boolean() })),
    rows: z.union([z.literal(10), z.literal(20), z.literal(50), z.literal(100)]),
  }),
  groups: z.array(group).check(z.maxLength(50)),
  /** Sorted as a place of the genome. */
  locus: z.optional(columnId),
  /** What names a row that a reader marks with a star. */
  star: z.optional(columnId),
  filters: z.array(filter).check(z.maxLength(100)),
  /**
   * Rows with one key side by side, one value per group. Only keys that all groups have, or all
   * keys.
   */
  comparison: z.optional(
    z.strictObject({
      key: columnId,
      group: columnId,
      columns: columnIds.check(z.minLength(1)),
      keys: z.enum(["shared", "all"]),
    }),
  ),
  plots: z.array(plot).check(z.maxLength(50)),
  layout: z.enum(["tabs", "stacked"]),
});

export type PageDocument = z.infer<typeof documentSchema>;
export type Column = PageDocument["columns"][number];
export type ColumnType = Column["type"];
export type ColumnRole = NonNullable<Column["role"]>;
export type Step = PageDocument["steps"][number];
export type Format = PageDocument["formats"][string][number];
export type Filter = PageDocument["filters"][number];
export type Plot = PageDocument["plots"][number];
export type PlotType = Plot["type"];
export type Group = PageDocument["groups"][number];
export type MathFunction = (typeof mathFunctions)[number];
export type Comparison = NonNullable<PageDocument["comparison"]>;
