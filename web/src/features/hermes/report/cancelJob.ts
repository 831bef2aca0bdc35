import { client, unwrap } from "@/api/client";

export const cancelJob = (id: string) => unwrap(client.POST("/api/jobs/{id}/cancel", { params: { path: { id } } }));
