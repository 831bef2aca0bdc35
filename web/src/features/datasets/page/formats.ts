import type { MetadataFormat } from "@/api/datasets/datasets";

interface Format {
  format: MetadataFormat;
  name: string;
  purpose: string;
  /** For programs that keep citations. */
  cites?: boolean;
}

/** The metadata of a data set in the formats of other catalogues and programs. */
export const metadataFormats: readonly Format[] = [
  { format: "schema-org", name: "schema.org (JSON-LD)", purpose: "for search engines and data catalogues" },
  { format: "datacite", name: "DataCite (JSON)", purpose: "to register a DOI" },
  { format: "dcat", name: "DCAT (JSON-LD)", purpose: "for open data portals" },
  { format: "bibtex", name: "BibTeX", purpose: "for LaTeX", cites: true },
  { format: "ris", name: "RIS", purpose: "for reference managers", cites: true },
];
