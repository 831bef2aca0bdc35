import { ApiError, offline } from "./error";

const retried = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const reads = new Set(["GET", "HEAD", "OPTIONS"]);
const longestWaitMs = 5000;

type Fetch = (request: Request) => Promise<Response>;
type Lost = () => void;
type Sleep = (ms: number) => Promise<void>;

const sleepFor: Sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long to wait before the one retry: what the server asks, within reason, else a moment. */
function waitMs(response: Response): number {
  const seconds = Number(response.headers.get("Retry-After"));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, longestWaitMs) : 300;
}

/** Whether a gateway speaks in place of a server that it did not reach. */
function ofGateway(response: Response): boolean {
  const ours = response.headers.get("Content-Type")?.includes("json") ?? false;
  return (response.status === 502 || response.status === 504) && !ours;
}

/**
 * Wraps fetch: reads are tried once more if the status means a temporary fault, writes never (they
 * could take effect twice). An unreachable server becomes an ApiError, and `lost` is notified.
 */
export function createTransport(
  lost: Lost = () => {},
  send: Fetch = (request) => fetch(request),
  sleep: Sleep = sleepFor,
): Fetch {
  async function trying(request: Request): Promise<Response> {
    const again = reads.has(request.method) ? request.clone() : undefined;
    const response = await send(request);
    if (!again || !retried.has(response.status)) return response;
    await sleep(waitMs(response));
    return send(again);
  }
  return async (request) => {
    const response = await trying(request).catch((cause) => {
      if (request.signal.aborted) throw cause;
    });
    if (response && !ofGateway(response)) return response;
    lost();
    throw unreachable();
  };
}

function unreachable(): ApiError {
  return new ApiError(offline, "The server cannot be reached. Nothing was lost. Check your connection.", "unreachable");
}
