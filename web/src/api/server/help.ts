import { queryOptions } from "@tanstack/react-query";

/** The documents inside the pages, read once. They are parts of the page, not of the API. */
export const documentsQuery = <Documents>(read: () => Promise<Documents>) =>
  queryOptions({ queryKey: ["help"], queryFn: read, staleTime: Number.POSITIVE_INFINITY, throwOnError: false });
