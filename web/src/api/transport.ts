import { ApiError, offline } from "./error";

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const longestWaitMs = 5000;

type Fetch = (request: Request) => Promise<Response>;
type Sleep = (ms: number) => Promise<void>;

const sleepFor: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long to wait before the one retry: what the server asks, within reason, else a moment. */
function waitMs(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After"));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : 300;
}

/**
 * Wraps fetch: reads are tried once more when the status says that the fault passes, writes never (they could take
 * effect twice); an unreachable server becomes an ApiError.
 */
export function createTransport(send: Fetch = (request) => fetch(request), sleep: Sleep = sleepFor): Fetch {
  return async (request) => {
    const again = reads.has(request.method) ? request.clone() : undefined;
    try {
      const response = await send(request);
      if (!again || !retried.has(response.status)) return response;
      await sleep(waitMs(response));
      return await send(again);
    } catch (cause) {
      throw unreachable(cause, request);
    }
  };
}

function unreachable(cause: unknown, request: Request): unknown {
  if (request.signal.aborted) return cause;
  return new ApiError(offline, "The server cannot be reached. Check the connection; nothing was lost.", "unreachable");
}
