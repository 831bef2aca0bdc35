import { apiQuery } from "@/api/api-query";

/** Every field that can be read, with the headers that are recognised for it. */
export const columnsQuery = apiQuery("/api/sumstats/columns", {}, { staleTime: Number.POSITIVE_INFINITY });
