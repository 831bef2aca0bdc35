import type { MetadataFormat } from "@/api/datasets";

/** What is said about a data set as other catalogues read it. */
export const metadataFormats: readonly { format: MetadataFormat; name: string; purpose: string }[] = [
  { format: "schema-org", name: "schema.org (JSON-LD)", purpose: "for search engines and data catalogues" },
  { format: "datacite", name: "DataCite (JSON)", purpose: "to register a DOI" },
  { format: "dcat", name: "DCAT (JSON-LD)", purpose: "for open data portals" },
];
