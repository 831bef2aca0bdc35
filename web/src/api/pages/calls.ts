import { z } from "zod/mini";
import { client, type Schemas, unwrap } from "@/api/client";
import { heldIn, toldIn } from "@/api/told";
import type { Page, PageProblem, PageRow, PageSharing, PageVersion } from "./pages";

/** The other user's version of a page, from a refused change. */
export const heldPage = heldIn<Page>("id", "document");

const refusedShape = z.object({ problems: z.array(z.custom<PageProblem>((value) => typeof value === "object")) });

/** What keeps a page from being published. */
export const problemsIn = (error: unknown): readonly PageProblem[] | undefined =>
  toldIn(error, 422, refusedShape)?.problems;

type Document = Schemas["PageDocument"];
type Of = Pick<PageRow, "id" | "version">;

/** The page, and the version that a change was made from. */
const at = ({ id, version }: Of) => ({ path: { id }, header: { "If-Match": `"${version}"` } });

export function createPage(table: string, document: object): Promise<Page> {
  return unwrap(client.POST("/api/configurations", { body: { table, document: document as Document } }));
}

export function copyPage(id: string): Promise<Page> {
  return unwrap(client.POST("/api/configurations", { body: { copy_of: id } }));
}

export function savePageDraft(page: Of, document: object): Promise<PageRow> {
  const body = { document: document as Document };
  return unwrap(client.PUT("/api/configurations/{id}/draft", { params: at(page), body }));
}

/** Shows another table on it. */
export function setPageTable(page: Of, table: string): Promise<Page> {
  return unwrap(client.PATCH("/api/configurations/{id}", { params: at(page), body: { table } }));
}

/** Into the bin; `forever` removes one that is there. */
export async function deletePage(id: string, forever = false): Promise<void> {
  const query = forever ? { forever } : undefined;
  await unwrap(client.DELETE("/api/configurations/{id}", { params: { path: { id }, query } }));
}

export function restorePage(id: string): Promise<Page> {
  return unwrap(client.POST("/api/configurations/{id}/restore", { params: { path: { id } } }));
}

export function keepPageVersion(id: string, name: string): Promise<PageVersion> {
  return unwrap(client.POST("/api/configurations/{id}/versions", { params: { path: { id } }, body: { name } }));
}

/** Makes a version the draft again. */
export function restorePageVersion(page: Of, number: number): Promise<Page> {
  const { path, header } = at(page);
  const params = { path: { ...path, number }, header };
  return unwrap(client.POST("/api/configurations/{id}/versions/{number}/restore", { params }));
}

export function sharePage(page: Of, body: { sharing: PageSharing; people: string[] }): Promise<Page> {
  return unwrap(client.PUT("/api/configurations/{id}/sharing", { params: at(page), body }));
}

export interface Publishing {
  slug: string;
  follow: boolean;
  sharing?: PageSharing;
  /** PNG in base64. */
  picture?: string;
}

export function publishPage(page: Of, body: Publishing): Promise<Page> {
  return unwrap(client.POST("/api/configurations/{id}/publish", { params: at(page), body }));
}

export function unpublishPage(page: Of): Promise<Page> {
  return unwrap(client.POST("/api/configurations/{id}/unpublish", { params: at(page) }));
}

/** The sites that may embed the page. */
export function embedPage(page: Of, origins: string[]): Promise<Page> {
  return unwrap(client.PUT("/api/configurations/{id}/embedding", { params: at(page), body: { origins } }));
}
