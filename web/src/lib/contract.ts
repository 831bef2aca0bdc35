import type { components } from "@/api/gen/schema";

/**
 * The server's types, by the names of api/openapi.yaml. Types only: the only place where lib and ui
 * import generated types.
 */
export type Schemas = components["schemas"];
