import { apiQuery } from "@/api/api-query";
import { client, type Schemas, unwrap } from "@/api/client";

export type ReferenceFile = Schemas["ReferenceFile"];
export type ReferenceInput = Schemas["ReferenceInput"];
export type Installation = Schemas["ReferenceInstallation"];

const working = (one: Installation) => one.state !== "refused" && one.state !== "failed";

/** Installed files and running installations; read again every second while one runs. */
export const referenceQuery = apiQuery(
  "/api/reference",
  {},
  { refetchInterval: (query) => (query.state.data?.underway.some(working) ? 1000 : false) },
);

export function installReference(body: ReferenceInput) {
  return unwrap(client.POST("/api/reference", { body }));
}

export function removeReference(name: string) {
  return unwrap(client.DELETE("/api/reference/{name}", { params: { path: { name } } }));
}

/** Deletes an uploaded file that was refused. */
export function forgetInstallation(id: string) {
  return unwrap(client.DELETE("/api/reference-installations/{id}", { params: { path: { id } } }));
}
