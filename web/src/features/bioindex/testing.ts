import type { BioIndex, BioIndexPreview } from "@/api/bioindex/bioindex";
import { type Answer, person, renderApp } from "@/test-app";

export const curator = person({
  user_name: "curator1",
  roles: ["contributor"],
  groups: ["datasets"],
  permissions: [],
  areas: ["datasets"],
});

const at = "2026-11-22T14:07:00Z";

/** An index of a table by position, built and compared with its file. */
export function indexOf(change: Partial<BioIndex> = {}): BioIndex {
  return {
    id: "i1",
    name: "Heart failure",
    area: "datasets",
    owner: "curator1",
    sharing: "private",
    people: [],
    source: { kind: "upload", id: "u1", name: "hf.tsv.gz", there: true },
    status: "ready",
    schema: "chr:pos",
    genome_build: "GRCh37",
    rows: 11_204_775,
    bytes: 491_100_000,
    created_at: at,
    updated_at: at,
    updated_by: "curator1",
    version: 3,
    can: { edit: true, share: true, delete: true, restore: false, rebuild: true },
    build: {
      generation: "g1",
      schema: "chr:pos",
      arity: 1,
      keys: [],
      locus: { text: "chr:pos", chromosome: "chr", start: "pos" },
      columns: [
        { name: "chr", type: "text" },
        { name: "pos", type: "integer" },
        { name: "p", type: "decimal" },
      ],
      genome_build: "GRCh37",
      rows: 11_204_775,
      data_bytes: 486_000_000,
      index_bytes: 5_100_000,
      in_place: false,
      counting: "Positions read as 1-based. Tables of positions count so.",
      warnings: ["BETA seems to hold odds ratios."],
      examples: [["PITX2"], ["4:111600000-111800000"]],
      built_at: at,
      seconds: 41,
      proof: {
        at,
        queries: 1000,
        differ: 0,
        rows_compared: 61_204_118,
        rows_of_file: 11_204_775,
        seed: 20261122,
        kinds: [{ name: "regions", queries: 1000 }],
        differences: [],
      },
    },
    ...change,
  };
}

/** A page of an answer, as the server writes it. */
export function answerOf(rows: string, continuation: string | null = null): Response {
  const facts = `"index":"i1","q":["PITX2"],"count":2,"restricted":0,"page":1,"limit":null,"nonce":"n"`;
  const cost = `"profile":{"query":0.001,"fetch":0.0032},"progress":{"bytes_read":128000,"bytes_total":128000}`;
  const text = `{${facts},"region":"4:111538580-111563279","data":[${rows}],"continuation":${JSON.stringify(continuation)},${cost}}`;
  return new Response(text, { headers: { "Content-Type": "application/json" } });
}

/** The preview of a table of results. */
export const preview: BioIndexPreview = {
  name: "lakeland_HF.tsv.gz",
  format: "tsv",
  compression: "gzip",
  in_blocks: false,
  sorted: false,
  bytes: 812_000_000,
  columns: [
    { name: "chr", type: "text" },
    { name: "pos", type: "integer" },
    { name: "rsid", type: "text" },
    { name: "p", type: "decimal" },
  ],
  rows: [["4", "111600118", "rs11724067", "0.126"]],
  schemas: ["chr:pos", "rsid"],
  coordinates: "closed",
  findings: [],
};

export function openIndexes(address: string, answers: Record<string, Answer>) {
  return renderApp(address, { "GET /api/is-logged-in": curator, ...answers });
}
