/** One refused field of a form, by the name the server uses. */
export interface FieldError {
  field: string;
  message: string;
}

/** Status of an error that never reached the server. */
export const offline = 0;

/** What the server, or the way to it, refused. `message` is a sentence for people. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    /** HTTP status, or `offline`. */
    readonly status: number,
    message: string,
    /** One word for programs. */
    readonly code: string,
    readonly fields: readonly FieldError[] = [],
    /** Reference number to quote; empty when the server was not reached. */
    readonly requestId = "",
    /** Seconds that the server asks to wait; 0 if it does not. */
    readonly retryAfter = 0,
    /** The whole answer, for its details. */
    readonly body?: unknown,
  ) {
    super(message);
  }
}

/** Whether something did not get to this server, or nothing of it got back. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === offline && error.code === "unreachable";
}

/** Why a field was refused; undefined for one that was not. */
export function refusedAt(error: unknown, ...fields: readonly string[]): string | undefined {
  return error instanceof ApiError ? error.fields.find(({ field }) => fields.includes(field))?.message : undefined;
}
