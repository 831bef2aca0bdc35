import { type AnswerOf, apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type HermesPeer = Schemas["HermesPeer"];

/** The submissions of the same phenotype that the caller may see, this one among them. */
export const peersQuery = (id: string) => apiQuery("/api/hermes/uploads/{id}/peers", { path: { id } });

export type HermesNeighbours = AnswerOf<"/api/hermes/uploads/{id}/neighbours">;

/** The accepted files of its phenotype and ancestry, and how far each agrees with this one. Each answer has some more of them until none is left. */
export const neighboursQuery = (id: string) =>
  apiQuery(
    "/api/hermes/uploads/{id}/neighbours",
    { path: { id } },
    {
      refetchInterval: ({ state }) => (state.data && state.data.left > 0 ? 500 : false),
      throwOnError: false,
    },
  );
