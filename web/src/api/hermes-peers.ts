import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { hermesKeys } from "./hermes";

export type HermesPeer = Schemas["HermesPeer"];

/** The data sets of the same phenotype that the caller may see, this one among them. */
export const peersQuery = (id: string) =>
  queryOptions({
    queryKey: [...hermesKeys.upload(id), "peers"],
    queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/uploads/{id}/peers", { params: { path: { id } }, signal })),
  });

export type HermesNeighbours = Awaited<ReturnType<typeof askNeighbours>>;

const askNeighbours = (id: string, signal: AbortSignal) =>
  unwrap(client.GET("/api/hermes/uploads/{id}/neighbours", { params: { path: { id } }, signal }));

/** The accepted files of its phenotype and ancestry, and how far each agrees with this one. Each answer has some more of them until none is left. */
export const neighboursQuery = (id: string) =>
  queryOptions({
    queryKey: [...hermesKeys.upload(id), "neighbours"],
    queryFn: ({ signal }) => askNeighbours(id, signal),
    refetchInterval: ({ state }) => (state.data && state.data.left > 0 ? 500 : false),
    throwOnError: false,
  });
