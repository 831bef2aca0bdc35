import { z } from "zod/mini";
import type { UploadListParams } from "@/api/hermes/hermes";
import { maybe } from "@/lib/list/table-search";

export const rowChoices = [5, 10, 20] as const;
export const defaultRows = 5;
export const splits = ["sex", "cohort"] as const;
export type Split = (typeof splits)[number];

/** What the dashboard keeps in the address: how many rows, and by what the coverage is split. */
export const dashboardSearch = z.object({
  rows: maybe(z.pipe(z.coerce.number(), z.literal(rowChoices))),
  split: maybe(z.literal(splits)),
});
export type DashboardSearch = z.infer<typeof dashboardSearch>;

export function dashboardParams({ rows = defaultRows }: DashboardSearch): UploadListParams {
  return { limit: rows, sort: "-uploaded_at" };
}
