import { client, unwrap } from "./client";
import type { CreateMeta, MetaAnalysis, MetalScript } from "./meta";

export function createMeta(body: CreateMeta): Promise<MetaAnalysis> {
  return unwrap(client.POST("/api/hermes/meta-analyses", { body }));
}

/** What a METAL script asks for; nothing is stored or started. */
export function readMetalScript(script: string): Promise<MetalScript> {
  return unwrap(client.POST("/api/hermes/metal-script", { body: { script } }));
}
