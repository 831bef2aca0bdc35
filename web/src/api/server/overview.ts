import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type Overview = Schemas["Overview"];
export type Need = Schemas["Need"];
export type QueuedJob = Schemas["QueuedJob"];

/** The state of the installation, measured now and again while the page is open. For administrators. */
export const overviewQuery = apiQuery("/api/overview", {}, { refetchInterval: 15_000, staleTime: 0 });
