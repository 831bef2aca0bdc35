import type { BrowseResult } from "@/api/browse/browse";
import { markedTitle } from "@/lib/status";

/** What a figure of results is drawn from: each by its title, what tells it apart, and why it does not count. */
export const drawnFrom = (results: readonly Pick<BrowseResult, "title" | "detail" | "caveat">[]): string | undefined =>
  results.map((result) => [markedTitle(result), result.detail].filter(Boolean).join(", ")).join("; ") || undefined;
