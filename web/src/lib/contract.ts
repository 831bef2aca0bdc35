import type { components } from "@/api/gen/schema";

/**
 * What the server answers and takes, by the names of api/openapi.yaml. Types only: this is the one door of lib and ui to
 * what is generated from the contract.
 */
export type Schemas = components["schemas"];
