import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type SignInOptions = Schemas["SignInOptions"];

/** The options that a page needs before sign-in. */
export const optionsQuery = apiQuery("/api/sign-in-options", {}, { quiet: true, staleTime: 300_000 });
