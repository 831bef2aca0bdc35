/** The table of a published page: its facts, its bytes, and its reduced plots. */
import { client, type Schemas, unwrapQuietly } from "@/api/client";
import type { PublishedPage } from "./published";

export type PublishedTable = Schemas["SharedTable"];

/** The contract describes a table once, at the calls of tables; here it leaves it open. */
export const tableOf = (page: PublishedPage): PublishedTable => page.table as unknown as PublishedTable;

export const publishedOverview = (slug: string, signal: AbortSignal) =>
  unwrapQuietly(client.GET("/api/p/pages/{slug}/table/overview", { params: { path: { slug } }, signal }));

/** Bytes of the Parquet file, `end` left out. */
export function readPublishedTable(
  slug: string,
  start: number,
  end: number,
  signal?: AbortSignal,
): Promise<ArrayBuffer> {
  const call = client.GET("/api/p/pages/{slug}/table/data", {
    params: { path: { slug } },
    headers: { Range: `bytes=${start}-${end - 1}` },
    parseAs: "arrayBuffer",
    ...(signal && { signal }),
  });
  return unwrapQuietly<unknown>(call) as Promise<ArrayBuffer>;
}
