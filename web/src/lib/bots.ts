import { createIsbotFromList, list } from "isbot";

/** A browser without a window is no bot by itself: people test and look after their server with it. */
const isListed = createIsbotFromList(list.filter((pattern) => pattern !== "headless"));

/** Search engines and programs that make previews of links, by a kept list. They get no error pages to keep or to show. */
export function isBot(userAgent: string): boolean {
  return isListed(userAgent);
}
