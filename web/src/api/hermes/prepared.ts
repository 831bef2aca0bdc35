import { answersOf, apiKey, apiQuery } from "@/api/api-query";
import { client, type Schemas, unwrap } from "@/api/client";
import { absentOrForbidden } from "@/api/error";

export type PreparedMeta = Schemas["PreparedMetaAnalysis"];
export type PreparedMetaInput = Schemas["PreparedMetaInput"];

/** Every answer about prepared meta-analyses. */
export const allPrepared = [
  { queryKey: apiKey("/api/hermes/prepared-meta-analyses") },
  answersOf("/api/hermes/prepared-meta-analyses/{id}"),
];

/** How often a list with waiting ones is read again, in ms. */
const waitingEvery = 30_000;

export const preparedListQuery = apiQuery(
  "/api/hermes/prepared-meta-analyses",
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === "waiting") ? waitingEvery : false,
  },
);

export const preparedQuery = (id: string) =>
  apiQuery("/api/hermes/prepared-meta-analyses/{id}", { path: { id } }, { throwOnError: absentOrForbidden });

const versionOf = ({ id, version }: PreparedMeta) => ({ path: { id }, header: { "If-Match": `"${version}"` } });

export function prepareMeta(body: PreparedMetaInput): Promise<PreparedMeta> {
  return unwrap(client.POST("/api/hermes/prepared-meta-analyses", { body }));
}

export function changePrepared(prepared: PreparedMeta, body: PreparedMetaInput): Promise<PreparedMeta> {
  return unwrap(client.PUT("/api/hermes/prepared-meta-analyses/{id}", { params: versionOf(prepared), body }));
}

export function withdrawPrepared(prepared: PreparedMeta): Promise<PreparedMeta> {
  return unwrap(client.POST("/api/hermes/prepared-meta-analyses/{id}/withdrawal", { params: versionOf(prepared) }));
}

export function declinePrepared(prepared: PreparedMeta, answer: string): Promise<PreparedMeta> {
  const params = versionOf(prepared);
  return unwrap(client.POST("/api/hermes/prepared-meta-analyses/{id}/refusal", { params, body: { answer } }));
}
