import type { QueryClient, QueryFilters } from "@tanstack/react-query";
import { answersOf, apiKey, apiQuery } from "@/api/api-query";
import { apiOrigin, type Schemas } from "@/api/client";
import { absentOrForbidden } from "@/api/error";
import { rereadUnfinished } from "@/api/job";
import { type Plots, plotOptions } from "@/api/plots";
import { shellWord } from "@/lib/text/shell";

export type ToolRun = Schemas["ToolRun"];
export type ToolTask = Schemas["ToolTask"];
export type ToolAnswers = Schemas["ToolAnswers"];
export type ToolInput = Schemas["ToolRunInput"];
export type ToolStudy = Schemas["ToolStudy"];
export type ToolCheck = Schemas["ToolCheck"];
export type ToolConversion = Schemas["ToolConversion"];
export type ToolReason = Schemas["ToolReason"];

/** The own runs of the last day. */
export const toolRuns = answersOf("/api/tools/runs");

/** Everything that is read of one run. */
export const ofToolRun = (id: string): QueryFilters => ({ queryKey: apiKey("/api/tools/runs/{id}", { id }) });

/** Own runs of the last day, without results. */
export const toolRunsQuery = apiQuery(
  "/api/tools/runs",
  {},
  { refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])) },
);

export const toolRunQuery = (id: string) =>
  apiQuery(
    "/api/tools/runs/{id}",
    { path: { id } },
    { refetchInterval: ({ state }) => rereadUnfinished(state.data?.job), throwOnError: absentOrForbidden },
  );

export const toolPlotQuery = <Name extends "manhattan" | ("qq" & keyof Plots)>(id: string, name: Name) =>
  apiQuery("/api/tools/runs/{id}/plots/{name}", { path: { id, name } }, plotOptions<Name>());

export function toolFileAddress(id: string, name: string): string {
  return `${apiOrigin}/api/tools/runs/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
}

/** The same run for a terminal; unknown values are placeholders. */
export function toolCall(input: ToolInput): string {
  const address = new URL(`${apiOrigin}/api/tools/runs`, location.href).href;
  return ['curl -H "Authorization: Bearer $TOKEN" --json \\', `  ${shellWord(JSON.stringify(input))} ${address}`].join(
    "\n",
  );
}

/** After a change: the page shows what came back, the list is read again. */
export function toolRunChanged(queries: QueryClient, run: ToolRun): Promise<void> {
  queries.setQueryData(toolRunQuery(run.id).queryKey, run);
  return queries.invalidateQueries(toolRuns);
}
