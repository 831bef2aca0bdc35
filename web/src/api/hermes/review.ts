import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type ReviewComment = Schemas["ReviewComment"];
export type ReviewFindings = Schemas["ReviewFindings"];
export type ReviewState = Schemas["ReviewState"];
export type ConsortiumSettings = Schemas["HermesSettings"];
export type SettingsInput = Schemas["HermesSettingsInput"];
export type HermesNotice = Schemas["HermesNotice"];
export type Mails = Schemas["HermesMails"];

/** Who may review, and how much waits for each of them. */
export const reviewersQuery = apiQuery("/api/hermes/reviewers", {}, { staleTime: 60_000 });

/** What the consortium decided about review and quality control. */
export const consortiumQuery = apiQuery("/api/hermes/settings", {}, { staleTime: 60_000 });

/** What QC found in the current runs of data sets, and what their acceptance has to acknowledge. */
export const findingsQuery = (dataset: string[]) => apiQuery("/api/hermes/review-findings", { query: { dataset } });

/** How many notices are shown at first. */
export const fewNotices = 50;

/** The user's notices, newest first, up to a limit. */
export const noticesQuery = (limit: number) =>
  apiQuery("/api/hermes/notices", { query: { limit } }, { placeholderData: keepPreviousData });
