import { cohortsQuery } from "@/api/sgc/sgc";

/** The summary of the list of cohorts, without rows. */
export const summaryQuery = cohortsQuery({ limit: 1 });
