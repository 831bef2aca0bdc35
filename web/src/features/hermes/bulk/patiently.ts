import { ApiError } from "@/lib/api-error";

const tries = 20;
const sleepFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Repeats a call that was refused by a rate limit, after the delay that the server requests. Only
 * for calls that may be repeated.
 */
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
