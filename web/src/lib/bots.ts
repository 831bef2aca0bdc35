import { isbot } from "isbot";

/** Search engines and programs that make previews of links, by a kept list. They get no error pages to keep or to show. */
export function isBot(userAgent: string): boolean {
  return isbot(userAgent);
}
