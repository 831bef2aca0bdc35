import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type SignInOptions = Schemas["SignInOptions"];

/** What a page must know before anybody has signed in. */
export const optionsQuery = apiQuery("/api/sign-in-options", {}, { quiet: true, staleTime: 300_000 });
