/** Pages that are published: what everybody may read, and what is shared with whoever is signed in. */
import { apiQuery } from "./api-query";
import type { Schemas } from "./client";

export type PublishedPage = Schemas["PublishedPage"];

export const publishedPageQuery = (slug: string) =>
  apiQuery("/api/p/pages/{slug}", { path: { slug } }, { quiet: true, throwOnError: false });
