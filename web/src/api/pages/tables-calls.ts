import { client, unwrap } from "@/api/client";
import type { Table, TableInput } from "./tables";

export function createTable(body: TableInput): Promise<Table> {
  return unwrap(client.POST("/api/tables", { body }));
}

export async function deleteTable(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/tables/{id}", { params: { path: { id } } }));
}
