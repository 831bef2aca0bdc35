import { keepPreviousData } from "@tanstack/react-query";
import { apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";

export type HermesPhenotypeInput = Schemas["HermesPhenotypeInput"];
export type PhenotypeRequest = Schemas["PhenotypeRequest"];
export type PhenotypeRequestInput = Schemas["PhenotypeRequestInput"];
export type PhenotypeDecision = Schemas["PhenotypeDecision"];

/** The phenotypes that a search finds, by the server's rule; all of them when nothing is searched for. */
export const phenotypeSearchQuery = (q: string) =>
  apiQuery("/api/hermes/phenotypes", { query: { q: q || undefined } }, { placeholderData: keepPreviousData });

export const phenotypeQuery = (code: string) => apiQuery("/api/hermes/phenotypes/{code}", { path: { code } });

/** How often an open request is looked at again, in ms. */
const openEvery = 15_000;

export const phenotypeRequestsQuery = apiQuery(
  "/api/hermes/phenotype-requests",
  {},
  {
    refetchInterval: ({ state }) =>
      state.data?.items.some((request) => request.status === "asked") ? openEvery : false,
  },
);

export function createPhenotype(body: HermesPhenotypeInput): Promise<Schemas["HermesPhenotype"]> {
  return unwrap(client.POST("/api/hermes/phenotypes", { body }));
}

export function updatePhenotype(
  code: string,
  version: number,
  body: HermesPhenotypeInput,
): Promise<Schemas["HermesPhenotype"]> {
  const params = { path: { code }, header: { "If-Match": `"${version}"` } };
  return unwrap(client.PUT("/api/hermes/phenotypes/{code}", { params, body }));
}

export async function deletePhenotype(code: string): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/phenotypes/{code}", { params: { path: { code } } }));
}

export function askForPhenotype(body: PhenotypeRequestInput): Promise<PhenotypeRequest> {
  return unwrap(client.POST("/api/hermes/phenotype-requests", { body }));
}

export async function withdrawRequest(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/phenotype-requests/{id}", { params: { path: { id } } }));
}

export function decideRequest(id: string, body: PhenotypeDecision): Promise<PhenotypeRequest> {
  return unwrap(client.POST("/api/hermes/phenotype-requests/{id}/decision", { params: { path: { id } }, body }));
}

export const phenotypesCsvUrl = `${apiOrigin}/api/hermes/phenotypes.csv`;
