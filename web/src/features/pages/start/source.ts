/** The source of the rows of a new page, in the address of the start. Pure; no DOM. */
import type { TableSource } from "@/api/pages/tables";

const kinds = ["upload", "dataset_file", "hermes_upload", "meta_analysis", "index"] as const;

/** "dataset_file:d1:f1", "index:i1", "url:https://…". Pasted text has no address. */
export function fromOf({ kind, id, file_id, url }: TableSource): string {
  if (kind === "url") return `url:${url}`;
  return [kind, id, file_id].filter(Boolean).join(":");
}

export function sourceOf(from: string | undefined): TableSource | undefined {
  if (from?.startsWith("url:")) return { kind: "url", url: from.slice("url:".length) };
  const [name, id, file_id] = from?.split(":") ?? [];
  const kind = kinds.find((one) => one === name);
  if (!kind || !id || (kind === "dataset_file" && !file_id)) return undefined;
  return { kind, id, ...(file_id && { file_id }) };
}

/** What a hit of the search can be a source of: the thing itself, or a data set whose file is still to be chosen. */
export type Found = { source: TableSource } | { dataset: string };

const addresses: [pattern: RegExp, kind: "hermes_upload" | "meta_analysis" | "index"][] = [
  [/^\/hermes\/qc\/([\w-]+)$/, "hermes_upload"],
  [/^\/hermes\/ma\/([\w-]+)$/, "meta_analysis"],
  [/^\/minibioindex\/([\w-]+)$/, "index"],
];

export function foundAt(address: string): Found | undefined {
  const [path = ""] = address.split("?");
  const [, dataset] = /^\/datasets\/([\w-]+)$/.exec(path) ?? [];
  if (dataset && dataset !== "new" && dataset !== "import") return { dataset };
  for (const [pattern, kind] of addresses) {
    const [, id] = pattern.exec(path) ?? [];
    if (id && id !== "new" && id !== "compare") return { source: { kind, id } };
  }
  return undefined;
}
