/** Texts of an older builder over a small table. */
import { expect } from "vitest";
import { documentSchema, type PageDocument } from "./document";
import { importLegacy } from "./legacy";
import type { TableInfo } from "./table";

export const table: TableInfo = {
  columns: [
    { id: "chrom", source: "chrom", type: "text" },
    { id: "pos", source: "pos", type: "number" },
    { id: "snp", source: "snp", type: "text" },
    { id: "p", source: "p", type: "number" },
    { id: "beta", source: "beta", type: "number" },
    { id: "gene", source: "gene", type: "text" },
    { id: "coding", source: "coding", type: "text" },
  ],
};

export const raw = (name: string, source: string) => ({
  type: "raw",
  "field name": name,
  "raw field": source,
  converted: false,
});

const format = {
  "data convert": [
    raw("Chr", "chrom"),
    raw("Pos", "pos"),
    raw("Variant", "snp"),
    raw("P", "p"),
    raw("Effect", "beta"),
    raw("Gene", "gene"),
    raw("Coding", "coding"),
    { type: "join", "field name": "Locus", "fields to join": ["chrom", "pos"], "join by": ":", "create new": true },
    { type: "calculate", "field name": "Strength", "raw field": "p", "calculation type": "-log10", "create new": true },
    {
      type: "score columns",
      "field name": "Support",
      "fields to score": ["coding"],
      "score by": { coding: { type: "boolean", "value to score": { yes: 2, no: 0 } } },
      "create new": true,
    },
  ],
  "top rows": ["Variant", "Locus", "Gene", "P", "Effect", "Support"],
  features: ["Position"],
  Position: ["Chr", "Pos"],
  "column formatting": {
    P: { type: ["scientific notation"] },
    Effect: { type: ["fixed 3", "direction triangle"] },
    Gene: { type: ["link"], "link to": "https://genes.example/", "new tab": "false" },
    Support: { type: ["render background percent"], "percent if empty": 5 },
  },
  "tool tips": { Effect: "Per copy of the tested allele" },
  locus: "Locus",
  star: "Variant",
};
export const filters = [
  { field: "Gene", label: "Gene", type: "search", "label in bubble": "true" },
  { field: "P", label: "P at most", type: "search less than", "label in bubble": "false" },
  { field: "Gone", label: "Gone", type: "dropdown" },
];
export const plot = {
  type: "manhattan bitmap plot",
  "x axis field": "Locus",
  "x axis label": "Chromosome",
  "y axis field": "Strength",
  "y axis label": "-log10(p)",
  "render by": "Variant",
  "hover content": ["Gene", "P"],
  height: 300,
};

export const texts = [format, filters, plot].map((one) => JSON.stringify(one));

export function imported(of: readonly string[]): { document: PageDocument; sentences: string[] } {
  const { document, notes } = importLegacy(of, table);
  expect(documentSchema.safeParse(document).error).toBeUndefined();
  return { document, sentences: notes.map(({ sentence }) => sentence) };
}
