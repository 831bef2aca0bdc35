import { infiniteQueryOptions, type QueryFilters } from "@tanstack/react-query";
import { apiKey, apiQuery } from "@/api/api-query";
import { apiOrigin, client, type Schemas, unwrap } from "@/api/client";
import { readAnswer } from "@/lib/text/exact-json";
import { shellWord } from "@/lib/text/shell";

/** One question: the values of the keys in the order of the schema, the locus last. */
export interface Question {
  q: readonly string[];
  /** Base pairs on both sides of a gene. */
  flank?: number;
}

/** A row as in the file: numbers keep every digit. */
export type Row = Readonly<Record<string, string | null>>;

export interface RowsPage {
  rows: readonly Row[];
  continuation: string | null;
  /** What a locus or gene was read as, 1-based with both ends. */
  region?: string;
  /** Bytes that were read for this page. */
  bytes: number;
  /** Seconds that the server took. */
  seconds: number;
}

/** Bytes of rows: what one looks at, and what one takes away. */
const shownBytes = 16_384;
export const exportBytes = 1 << 20;

type Answered = Pick<Schemas["BioAnswer"], "continuation" | "region" | "profile" | "progress">;

function pageOf(text: unknown): RowsPage {
  const { answer, rows } = readAnswer<Answered>(String(text));
  return {
    rows,
    continuation: answer.continuation,
    region: answer.region,
    bytes: answer.progress.bytes_read,
    seconds: answer.profile.query + answer.profile.fetch,
  };
}

/** The rows of a question, or those after them that `token` leads to. */
export async function readRows(
  index: string,
  { q, flank }: Question,
  { token, bytes = shownBytes, signal }: { token?: string; bytes?: number; signal?: AbortSignal },
): Promise<RowsPage> {
  const call = token
    ? client.GET("/api/bio/cont", { params: { query: { token } }, parseAs: "text", signal })
    : client.GET("/api/bio/query/{id}", {
        params: { path: { id: index }, query: { q: [...q], flank, fmt: "row", bytes } },
        parseAs: "text",
        signal,
      });
  return pageOf(await unwrap<unknown>(call));
}

/** Rows of a question of one build, page after page. */
export const rowsQuery = (index: string, generation: string, question: Question) =>
  infiniteQueryOptions({
    queryKey: [...apiKey("/api/bio/query/{id}", { id: index }), question, generation],
    queryFn: ({ pageParam, signal }) => readRows(index, question, { token: pageParam || undefined, signal }),
    initialPageParam: "",
    getNextPageParam: (last: RowsPage) => last.continuation ?? undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Values of a key that begin with the last of `q`; those before it are exact. */
export const matchesQuery = (index: string, generation: string, q: readonly string[], limit: number) =>
  apiQuery(
    "/api/bio/match/{id}",
    { path: { id: index }, query: { q: [...q], limit } },
    { revision: generation, staleTime: Number.POSITIVE_INFINITY, throwOnError: false },
  );

/** The total number of rows for a question. */
export const countQuery = (index: string, generation: string, { q, flank }: Question) =>
  apiQuery(
    "/api/bio/count/{id}",
    { path: { id: index }, query: { q: [...q], flank } },
    { revision: generation, staleTime: Number.POSITIVE_INFINITY },
  );

/** The answers of an index, whatever its build. */
export const bioAnswers = (index: string): QueryFilters => ({
  queryKey: apiKey("/api/bio"),
  predicate: ({ queryKey }) => queryKey[3] === index,
});

/** The addresses of an index for scripts: its id, its server without a path, and its queries without a question. */
export interface BioPlace {
  id: string;
  server: string;
  address: string;
}

export function bioPlace(id: string): BioPlace {
  const { href, origin } = new URL(`${apiOrigin}/api/bio/query/${encodeURIComponent(id)}`, location.href);
  return { id, server: origin, address: href };
}

/** The known values of the index that will be made from a file. */
export interface IndexCall {
  name: string;
  uploadId?: string | undefined;
  schema?: string | undefined;
  genome_build?: string | undefined;
}

/** The call that makes an index, in lines for a terminal. */
export function indexCall({ name, uploadId, schema, genome_build }: IndexCall): string {
  const address = new URL(`${apiOrigin}/api/indexes`, location.href).href;
  const input = { name, source: { kind: "upload", id: uploadId ?? "…" }, schema: schema ?? "…", genome_build };
  return ['curl -H "Authorization: Bearer $TOKEN" --json \\', `  ${shellWord(JSON.stringify(input))} ${address}`].join(
    "\n",
  );
}
