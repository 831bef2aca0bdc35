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
