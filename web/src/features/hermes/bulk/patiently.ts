import { ApiError } from "@/lib/api-error";

const tries = 20;
const sleepFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Calls again when the server says that it was asked too often, as soon as it says it may be. Only for calls that may be repeated. */
export async function patiently<T>(call: () => Promise<T>, sleep = sleepFor): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || left === 1) throw error;
      await sleep(Math.max(1, error.retryAfter) * 1000);
    }
  }
}
