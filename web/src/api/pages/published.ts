/** Published pages: public ones, and those shared with signed-in users. */
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type PublishedPage = Schemas["PublishedPage"];

export const publishedPageQuery = (slug: string) =>
  apiQuery("/api/p/pages/{slug}", { path: { slug } }, { quiet: true, throwOnError: false });
