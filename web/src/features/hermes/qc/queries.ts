import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import { hermesKeys } from "@/api/hermes";
import { type PlotQuery, plotQuery } from "@/ui/chart/plotQuery";

export type QcRun = Schemas["QcRun"];
export type QcSettings = Schemas["QcSettings"];
export type Action = Schemas["Action"];
export type QcPlotName = "manhattan" | "qq" | "eaf" | "pz";

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

/** Takes the decision back that `version` holds. */
export const undoReview = (id: string, version: number) =>
  unwrap(
    client.DELETE("/api/hermes/uploads/{id}/review", {
      params: { path: { id }, header: { "If-Match": `"${version}"` } },
    }),
  );

export const reviewUpload = (id: string, body: Schemas["ReviewRequest"]) =>
  unwrap(client.POST("/api/hermes/uploads/{id}/review", { params: { path: { id } }, body }));
