import createClient from "openapi-fetch";
import { connection } from "@/lib/browser/connection";
import { runtimeConfig } from "@/lib/browser/runtime-config";
import type { Schemas } from "@/lib/contract";
import { bearerHeader, takesBearer } from "./bearer";
import { type ApiError, toApiError } from "./error";
import type { paths } from "./gen/schema";
import { dutyOwed, sessionLost, sgcSessionLost } from "./session-lost";
import { createTransport } from "./transport";

export type { Schemas };

export const apiOrigin = runtimeConfig().apiOrigin;

/** Which calls to this server carry its cookies. */
export const credentialsHere = apiOrigin === "" ? "same-origin" : "include";

const send = createTransport(connection.suspect);

/** Answers to calls with the token of the SGC area: what a 401 ends there is the token, not the session. */
const sgcAnswers = new WeakSet<Response>();

async function sendWithBearer(request: Request): Promise<Response> {
  const { Authorization } = takesBearer(request.url) ? bearerHeader() : {};
  if (!Authorization) return send(request);
  request.headers.set("Authorization", Authorization);
  const response = await send(request);
  sgcAnswers.add(response);
  return response;
}

/** Lists in a query repeat the name: `status=A&status=B`. */
export const client = createClient<paths>({
  baseUrl: apiOrigin,
  credentials: credentialsHere,
  fetch: sendWithBearer,
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
  if (failure.status === 401) (sgcAnswers.has(response) ? sgcSessionLost : sessionLost).announce();
  if (failure.code === "password_change_required" || failure.code === "second_factor_required") dutyOwed.announce();
  throw failure;
}

/** unwrap without announcing a 401, for calls that check whether a user is signed in. */
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
