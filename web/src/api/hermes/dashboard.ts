import { apiQuery } from "@/api/api-query";
import type { Schemas } from "@/api/client";

export type Dashboard = Schemas["HermesDashboard"];
export type Covered = Schemas["HermesCovered"];

/** The state of the consortium's work. */
export const dashboardQuery = apiQuery("/api/hermes/dashboard", {});
