import createClient from "openapi-fetch";
import { runtimeConfig } from "@/lib/runtime-config";
import { type ApiError, toApiError } from "./error";
import type { components, paths } from "./gen/schema";
import { sessionLost } from "./session-lost";
import { createTransport } from "./transport";

/** Names of the contract, without the path through the generated file. */
export type Schemas = components["schemas"];

export const apiOrigin = runtimeConfig().apiOrigin;

/** Lists in a query repeat the name: `status=A&status=B`. */
export const client = createClient<paths>({
  baseUrl: apiOrigin,
  credentials: apiOrigin === "" ? "same-origin" : "include",
  fetch: createTransport(),
  querySerializer: { array: { style: "form", explode: true } },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of an answer, or its error thrown as ApiError. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  const failure = toApiError(response, error);
  if (failure.status === 401) sessionLost.announce();
  throw failure;
}

/** unwrap without the announcement: for the calls that ask whether somebody is signed in. */
export async function unwrapQuietly<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (response.ok) return data as T;
  throw toApiError(response, error);
}

declare module "@tanstack/react-query" {
  interface Register {
    defaultError: ApiError | Error;
  }
}
