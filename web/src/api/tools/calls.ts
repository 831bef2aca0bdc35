import { client, unwrap } from "@/api/client";
import type { ToolInput, ToolRun } from "./tools";

export function startToolRun(body: ToolInput): Promise<ToolRun> {
  return unwrap(client.POST("/api/tools/runs", { body }));
}

/** Removes a run with what it made, and the file with its last run. */
export async function removeToolRun(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/tools/runs/{id}", { params: { path: { id } } }));
}
