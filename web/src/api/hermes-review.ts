import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { noticesKey } from "./hermes-unread";

export type ReviewComment = Schemas["ReviewComment"];
export type ReviewState = Schemas["ReviewState"];
export type ConsortiumSettings = Schemas["HermesSettings"];
export type SettingsInput = Schemas["HermesSettingsInput"];
export type HermesNotice = Schemas["HermesNotice"];
export type Mails = Schemas["HermesMails"];

export const reviewKeys = {
  reviewers: ["hermes", "reviewers"] as const,
  settings: ["hermes", "settings"] as const,
  notices: noticesKey,
};

/** Who may review, and how much waits for each of them. */
export const reviewersQuery = queryOptions({
  queryKey: reviewKeys.reviewers,
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/reviewers", { signal })),
  staleTime: 60_000,
});

/** What the consortium decided about review and quality control. */
export const consortiumQuery = queryOptions({
  queryKey: reviewKeys.settings,
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/settings", { signal })),
  staleTime: 60_000,
});

/** How many notices are shown at first. */
export const fewNotices = 50;

/** What this person was told, newest first; so many of them. */
export const noticesQuery = (limit: number) =>
  queryOptions({
    queryKey: [...noticesKey, "list", limit],
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/notices", { params: { query: { limit } }, signal })),
    placeholderData: keepPreviousData,
  });
