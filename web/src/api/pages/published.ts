/** Pages that are published: what everybody may read, and what is shared with whoever is signed in. */
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type PublishedPage = Schemas["PublishedPage"];

export const publishedPageQuery = (slug: string) =>
  apiQuery("/api/p/pages/{slug}", { path: { slug } }, { quiet: true, throwOnError: false });
