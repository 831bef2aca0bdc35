import { apiQuery } from "@/api/api-query";
import { client, type Schemas, unwrap } from "@/api/client";

export type SetupStep = Schemas["SetupStep"];

/** What this server still lacks, measured now. For administrators. */
export const setupQuery = apiQuery("/api/setup", {});

export function sendTestMail() {
  return unwrap(client.POST("/api/setup/test-mail"));
}
