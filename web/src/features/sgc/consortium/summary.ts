import { cohortsQuery } from "@/api/sgc/sgc";

/** What the list of cohorts says about all of them; the rows themselves are not needed. */
export const summaryQuery = cohortsQuery({ limit: 1 });
