import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";

export type SetupStep = Schemas["SetupStep"];

/** What this server still lacks, measured now. For administrators. */
export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/setup", { signal })),
});

export function sendTestMail() {
  return unwrap(client.POST("/api/setup/test-mail"));
}
