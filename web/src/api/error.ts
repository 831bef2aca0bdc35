import { ApiError } from "@/lib/api-error";
import type { components } from "./gen/schema";

export { ApiError, type FieldError, isUnreachable, offline } from "@/lib/api-error";

const sentences: Record<number, string> = {
  401: "Sign in.",
  403: "You do not have permission to do this.",
  404: "This does not exist, or you do not have access to it.",
  413: "This is larger than the server accepts.",
  429: "Too many requests. Wait a moment and try again.",
  503: "The server is busy or being restarted. Try again in a minute.",
};

/** Seconds of a Retry-After header; 0 for none, and for a date, which no server of ours sends. */
function retryAfterOf(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After"));
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 0;
}

/**
 * Reads the error shape `{detail, code, fields, request_id}`; for a proxy's own page it returns a
 * message by status.
 */
export function toApiError(response: Response, body: unknown): ApiError {
  const header = response.headers.get("X-Request-Id") ?? "";
  const wait = retryAfterOf(response);
  if (typeof body === "object" && body !== null && "detail" in body) {
    const shape = body as Partial<components["schemas"]["Error"]>;
    const fields = Array.isArray(shape.fields) ? shape.fields : [];
    return new ApiError(
      response.status,
      String(shape.detail),
      shape.code ?? "",
      fields,
      shape.request_id ?? header,
      wait,
      body,
    );
  }
  const sentence =
    sentences[response.status] ??
    `The server could not answer (${response.status}). Try again. If it happens again, contact its operator.`;
  return new ApiError(response.status, sentence, "", [], header, wait);
}

/**
 * Errors that replace the whole page: its object does not exist, or this user may not see it. A
 * page that is already loaded stays when a later read fails.
 */
export function absentOrForbidden(error: Error, query: { state: { data: unknown } }): boolean {
  const absent = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return absent && query.state.data === undefined;
}
