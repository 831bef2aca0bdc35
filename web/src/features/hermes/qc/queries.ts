import { queryOptions } from "@tanstack/react-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import { hermesKeys } from "@/api/hermes";

export type QcRun = Schemas["QcRun"];
export type QcSettings = Schemas["QcSettings"];
export type Action = Schemas["Action"];
export type QcPlotName = "manhattan" | "qq" | "eaf" | "pz";

/** Plot data never change once they are there; an answer of another shape is an error at the figure, not of the page. */
export const plotQuery = <T>(
  queryKey: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<unknown>,
  parse: (value: unknown) => T,
) =>
  queryOptions({
    queryKey: [...queryKey],
    queryFn: async ({ signal }): Promise<T> => parse(await ask(signal)),
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

export type PlotQuery<T> = ReturnType<typeof plotQuery<T>>;

export const qcPlotQuery = <T>(id: string, run: string, name: QcPlotName, parse: (value: unknown) => T): PlotQuery<T> =>
  plotQuery(
    [...hermesKeys.run(id, run), "plots", name],
    (signal) =>
      unwrap(
        client.GET("/api/hermes/uploads/{id}/qc-runs/{run}/plots/{name}", {
          params: { path: { id, run, name } },
          signal,
        }),
      ),
    parse,
  );

/** Address of a file of a data set, of one run where it belongs to a run. */
export function uploadFileUrl(id: string, name: string, run?: string): string {
  const query = run ? `?run=${encodeURIComponent(run)}` : "";
  return `${apiOrigin}/api/hermes/uploads/${encodeURIComponent(id)}/files/${encodeURIComponent(name)}${query}`;
}

export const createRun = (id: string, body: QcSettings) =>
  unwrap(client.POST("/api/hermes/uploads/{id}/qc-runs", { params: { path: { id } }, body }));

export const reviewUpload = (id: string, body: Schemas["ReviewRequest"]) =>
  unwrap(client.POST("/api/hermes/uploads/{id}/review", { params: { path: { id } }, body }));

export const cancelJob = (id: string) => unwrap(client.POST("/api/jobs/{id}/cancel", { params: { path: { id } } }));
