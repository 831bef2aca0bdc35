/** Queries by path: a path of the contract determines the request, the answer and the key. */
import {
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  queryOptions,
  type UnusedSkipTokenOptions,
} from "@tanstack/react-query";
import type { ClientPathsWithMethod, MethodResponse } from "openapi-fetch";
import { own } from "@/lib/own";
import { client, unwrap, unwrapQuietly } from "./client";
import type { paths } from "./gen/schema";

type Client = typeof client;
type Read = ClientPathsWithMethod<Client, "get">;
type Question = ClientPathsWithMethod<Client, "post">;
type Params<P extends Read> = Pick<paths[P]["get"]["parameters"], "path" | "query">;
type Body<P extends Question> = paths[P]["post"] extends { requestBody?: { content: { "application/json": infer T } } }
  ? T
  : never;

/** "/api/hermes" of "/api/hermes/uploads/{id}". */
type Area<P> = P extends `/api/${infer A}/${string}` ? `/api/${A}` : never;
type Path = keyof paths | Area<keyof paths>;
type Names<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** Values for the {names} of a path. */
type Filled<P> = Record<Names<P>, string | number>;

/** What the server answers to a GET of a path. */
export type AnswerOf<P extends Read> = MethodResponse<Client, "get", P>;

type Options<Answer, Data> = Omit<UnusedSkipTokenOptions<Answer, Error, Data, QueryKey>, "queryKey" | "queryFn"> & {
  /**
   * The version of the answer if the address does not contain it, such as a build: another revision
   * has another answer.
   */
  revision?: unknown;
  /** For reads without a session: a 401 is not announced, and the call outlives its page. */
  quiet?: boolean;
};

/** The parts of an address; undefined for a {name} that is not filled in. */
function partsOf(path: string, filled: Partial<Record<string, string | number>> = {}): (string | undefined)[] {
  const parts = path.split("/").filter(Boolean);
  return parts.map((part) => (part.startsWith("{") ? own(filled, part.slice(1, -1))?.toString() : part));
}

/** The key of everything at an address and below it. */
export function apiKey<P extends Path>(path: P, ...[filled]: Names<P> extends never ? [] : [Filled<P>]): QueryKey {
  return partsOf(path, filled);
}

/** The answers of one address, by whatever they are filtered, and nothing below it; a {name} left out matches any. */
export function answersOf<P extends Path>(
  path: P,
  filled?: Partial<Filled<P>>,
): Required<Pick<QueryFilters, "predicate">> {
  const parts = partsOf(path, filled);
  return {
    predicate: ({ queryKey }) =>
      typeof queryKey[parts.length] === "object" &&
      parts.every((part, at) => (part === undefined ? typeof queryKey[at] === "string" : part === queryKey[at])),
  };
}

/** Has the answers that match any of the filters read again. */
export async function reread(queries: QueryClient, ...filters: QueryFilters[]): Promise<void> {
  await Promise.all(filters.map((filter) => queries.invalidateQueries(filter)));
}

/** One query: its key is the address, what was asked there, and the revision. */
function queryOf<Answer, Data>(
  path: string,
  asked: { path?: object | undefined; query?: unknown; body?: unknown },
  { revision, quiet, ...options }: Options<Answer, Data>,
) {
  const { body, ...params } = asked;
  const call = (signal?: AbortSignal): Promise<{ data?: Answer; response: Response }> =>
    body === undefined
      ? client.GET(path as never, { params, signal } as never)
      : client.POST(path as never, { body, signal } as never);
  return queryOptions({
    ...options,
    queryKey: [
      ...partsOf(path, params.path as Record<string, string>),
      params.query ?? body ?? {},
      ...(revision === undefined ? [] : [revision]),
    ] as QueryKey,
    queryFn: (context) => (quiet ? unwrapQuietly(call()) : unwrap(call(context.signal))),
  });
}

/** What the server answers to a GET of this path. */
export function apiQuery<P extends Read, Data = AnswerOf<P>>(
  path: P,
  params: Params<P>,
  options: Options<AnswerOf<P>, Data> = {},
) {
  return queryOf<AnswerOf<P>, Data>(path, params, options);
}

/**
 * The same for questions that are too long for an address: they are in the body of a POST that
 * changes nothing.
 */
export function apiQuestion<P extends Question, Data = MethodResponse<Client, "post", P>>(
  path: P,
  body: Body<P>,
  options: Options<MethodResponse<Client, "post", P>, Data> = {},
) {
  return queryOf<MethodResponse<Client, "post", P>, Data>(path, { body }, options);
}
