import { z } from "zod";
import type { UploadListParams } from "@/api/hermes";

export const rowChoices = [5, 10, 20] as const;
export const defaultRows = 5;

/** What the dashboard keeps in the address: how many rows. */
export const dashboardSearch = z.object({
  rows: z.coerce.number().pipe(z.literal(rowChoices)).optional().catch(undefined),
});
export type DashboardSearch = z.infer<typeof dashboardSearch>;

export function dashboardParams({ rows = defaultRows }: DashboardSearch): UploadListParams {
  return { limit: rows, sort: "-uploaded_at" };
}
