/** Freezes: the releases of the consortium. */
import { keepPreviousData, type QueryClient, type QueryFilters } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery, apiQuestion } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import type { operations } from "@/api/gen/schema";

export type Freeze = Schemas["Freeze"];
export type FreezeRow = Schemas["FreezeSummary"];
export type FreezeState = Schemas["FreezeState"];
export type FreezeInput = Schemas["FreezeInput"];
export type FreezeDocument = Schemas["FreezeDocument"];
export type FreezeRule = Schemas["FreezeRule"];
export type FreezeExclusion = Schemas["FreezeExclusion"];
export type FreezeScope = Schemas["FreezeScope"];
export type FreezePlan = Schemas["FreezePlan"];
export type FreezeCell = Schemas["FreezeCell"];
export type FreezeLack = Schemas["FreezeLack"];
export type FreezeResult = Schemas["FreezeResult"];
export type FreezeFlow = Schemas["FreezeFlow"];
export type FreezeChanges = Schemas["FreezeChanges"];
export type FreezeLoci = Schemas["FreezeLoci"];
export type FreezeTexts = Schemas["FreezeTexts"];
export type FreezeListParams = NonNullable<operations["listFreezes"]["parameters"]["query"]>;

/** The lists of freezes. */
export const freezeLists = answersOf("/api/hermes/freezes");

/** Everything that is read of one freeze. */
export const ofFreeze = (id: string): QueryFilters => ({ queryKey: apiKey("/api/hermes/freezes/{id}", { id }) });

const runningMs = 3000;
const comparingMs = 300;

export const freezesQuery = (query: FreezeListParams) =>
  apiQuery(
    "/api/hermes/freezes",
    { query },
    {
      refetchInterval: ({ state }) => state.data?.items.some((one) => one.state === "running") && runningMs,
      placeholderData: keepPreviousData,
    },
  );

export const freezeQuery = (id: string) =>
  apiQuery(
    "/api/hermes/freezes/{id}",
    { path: { id } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined) return false;
        if (data.plan.left > 0) return comparingMs;
        return data.state === "running" && runningMs;
      },
      throwOnError: absentOrForbidden,
    },
  );

/** The plan of a document. Each request compares the studies of a few more cells, until none is left. */
export const planQuery = (document: FreezeDocument) =>
  apiQuestion(
    "/api/hermes/freeze-plan",
    { document },
    {
      refetchInterval: ({ state: { data, error } }) => !error && (data?.left ?? 0) > 0 && comparingMs,
      placeholderData: keepPreviousData,
      // A plan may be large, and each change of the document has its own.
      gcTime: 30_000,
      throwOnError: false,
    },
  );

/** Its results end without a new version of the freeze. */
const revisionOf = (version: number, { cells }: FreezePlan): string => {
  const done = cells.flatMap(({ results }) => results).filter(({ state }) => state === "done").length;
  return `${version} ${done}`;
};

/** What came and went since the freeze before; another state of the freeze has another answer. */
export const changesQuery = ({ id, version, plan }: Pick<Freeze, "id" | "version" | "plan">) =>
  apiQuery(
    "/api/hermes/freezes/{id}/changes",
    { path: { id }, query: {} },
    { revision: revisionOf(version, plan), placeholderData: keepPreviousData, throwOnError: false },
  );

/** The loci of all cells, and what each study changes. */
export const lociQuery = ({ id, version, plan }: Pick<Freeze, "id" | "version" | "plan">) =>
  apiQuery(
    "/api/hermes/freezes/{id}/loci",
    { path: { id } },
    { revision: revisionOf(version, plan), placeholderData: keepPreviousData, throwOnError: false },
  );

/** What the withdrawal of a cohort would change. */
export const withdrawalQuery = ({ id, version, plan }: Pick<Freeze, "id" | "version" | "plan">, cohort: string) =>
  apiQuery(
    "/api/hermes/freezes/{id}/cohort-withdrawals",
    { path: { id }, query: { cohort } },
    { revision: revisionOf(version, plan), enabled: cohort !== "", throwOnError: false },
  );

export const textsQuery = ({ id, version, plan }: Pick<Freeze, "id" | "version" | "plan">) =>
  apiQuery(
    "/api/hermes/freezes/{id}/texts",
    { path: { id } },
    { revision: revisionOf(version, plan), throwOnError: false },
  );

/** Puts a new answer in the place of the old one, and has the lists read again. */
export function freezeChanged(queries: QueryClient, freeze: Freeze): Promise<void> {
  queries.setQueryData(freezeQuery(freeze.id).queryKey, freeze);
  return queries.invalidateQueries(freezeLists);
}

/** Address of a file of a freeze. */
export const freezeFileUrl = (id: string, name: string): string =>
  `${apiOrigin}/api/hermes/freezes/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
