import { queryOptions } from "@tanstack/react-query";
import { client, type Schemas, unwrap } from "./client";
import { hermesKeys } from "./hermes";

export type Dashboard = Schemas["HermesDashboard"];
export type Covered = Schemas["HermesCovered"];

/** Where the work stands. Its key is below that of the lists: whatever has them read again has it read again too. */
export const dashboardQuery = queryOptions({
  queryKey: [...hermesKeys.uploads, "dashboard"],
  queryFn: ({ signal }) => unwrap(client.GET("/api/hermes/dashboard", { signal })),
});
