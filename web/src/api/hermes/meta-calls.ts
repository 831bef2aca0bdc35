import { client, unwrap } from "@/api/client";
import type { Dataset } from "@/api/datasets/datasets";
import type { CreateMeta, MetaAnalysis, MetalScript } from "./meta";

export function createMeta(body: CreateMeta): Promise<MetaAnalysis> {
  return unwrap(client.POST("/api/hermes/meta-analyses", { body }));
}

/** What a METAL script asks for; nothing is stored or started. */
export function readMetalScript(script: string): Promise<MetalScript> {
  return unwrap(client.POST("/api/hermes/metal-script", { body: { script } }));
}

/** Registers a finished meta-analysis as a data set of the caller; the second time it is the data set of the first. */
export function registerResult(id: string): Promise<Dataset> {
  return unwrap(client.POST("/api/datasets/from-result", { body: { meta_analysis: id } }));
}

export async function deleteMeta(id: string): Promise<void> {
  await unwrap(client.DELETE("/api/hermes/meta-analyses/{id}", { params: { path: { id } } }));
}
