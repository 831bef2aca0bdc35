import { isbotNaive } from "isbot";

/**
 * Search engines that run pages, and programs that say what they are, by the short rule of a kept list: the long one is as much
 * code as a page. They get no error pages to keep or to show. A browser without a window is none: people test with it.
 */
export function isBot(userAgent: string): boolean {
  return isbotNaive(userAgent);
}
