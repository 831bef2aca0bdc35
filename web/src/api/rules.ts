import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

export type Rules = Schemas["Rules"];
export type RulesInput = Schemas["RulesInput"];

/** The rules that decide results on all servers and workers. */
export const rulesQuery = queryOptions({
  queryKey: ["consortium-rules"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/consortium/rules", { signal })),
});

export function saveRules(version: number, body: RulesInput): Promise<Rules> {
  return unwrap(client.PUT("/api/consortium/rules", { params: { header: { "If-Match": `"${version}"` } }, body }));
}
