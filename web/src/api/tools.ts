import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { shellWord } from "@/lib/text/shell";
import { apiOrigin, client, type Schemas, unwrap } from "./client";
import { absentOrForbidden } from "./error";
import { rereadUnfinished } from "./job";
import { type Plots, plotQuery } from "./plots";

export type ToolRun = Schemas["ToolRun"];
export type ToolTask = Schemas["ToolTask"];
export type ToolAnswers = Schemas["ToolAnswers"];
export type ToolInput = Schemas["ToolRunInput"];
export type ToolStudy = Schemas["ToolStudy"];
export type ToolCheck = Schemas["ToolCheck"];
export type ToolConversion = Schemas["ToolConversion"];
export type ToolReason = Schemas["ToolReason"];

/** Keys of the query cache; live job events write to the same ones. */
export const toolKeys = {
  runs: ["tools", "runs"] as const,
  run: (id: string) => ["tools", "run", id] as const,
};

/** Own runs of the last day, without results. */
export const toolRunsQuery = queryOptions({
  queryKey: toolKeys.runs,
  queryFn: ({ signal }) => unwrap(client.GET("/api/tools/runs", { signal })),
  refetchInterval: ({ state }) => rereadUnfinished(...(state.data?.items.map(({ job }) => job) ?? [])),
});

export const toolRunQuery = (id: string) =>
  queryOptions({
    queryKey: toolKeys.run(id),
    queryFn: ({ signal }) => unwrap(client.GET("/api/tools/runs/{id}", { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => rereadUnfinished(state.data?.job),
    throwOnError: absentOrForbidden,
  });

export const toolPlotQuery = <Name extends "manhattan" | ("qq" & keyof Plots)>(id: string, plot: Name) =>
  plotQuery([...toolKeys.run(id), "plots"], plot, (name, signal) =>
    unwrap(client.GET("/api/tools/runs/{id}/plots/{name}", { params: { path: { id, name } }, signal })),
  );

export function toolFileAddress(id: string, name: string): string {
  return `${apiOrigin}/api/tools/runs/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}`;
}

/** The same run for a terminal; what is not known yet is left to be filled in. */
export function toolCall(input: ToolInput): string {
  const address = new URL(`${apiOrigin}/api/tools/runs`, location.href).href;
  return ['curl -H "Authorization: Bearer $TOKEN" --json \\', `  ${shellWord(JSON.stringify(input))} ${address}`].join(
    "\n",
  );
}

/** After a change: the page shows what came back, the list is read again. */
export function toolRunChanged(queries: QueryClient, run: ToolRun): Promise<void> {
  queries.setQueryData(toolKeys.run(run.id), run);
  return queries.invalidateQueries({ queryKey: toolKeys.runs });
}
