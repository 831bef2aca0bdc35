import { isbotNaive } from "isbot";

/**
 * Preview programs whose name does not contain a hint; matched at the start, because apps of these
 * names also have browsers.
 */
const previews =
  /^(facebookexternalhit|facebookcatalog|meta-external\w+|WhatsApp|Embedly|Iframely|Pinterest|Viber|vkShare|redditbot)\b/i;

/** Indexers of the same kind, whose names the short rule misses. */
const indexers =
  /Slurp|ia_archiver|Mediapartners-Google|FeedFetcher|Google-InspectionTool|BingPreview|SkypeUriPreview/i;

/**
 * Search engines that run pages, and programs that make previews of links, by the short rule of a kept list and the names that it
 * misses: the long list is as much code as a page. They get no error pages to keep or to show. A browser without a window is
 * none: people test with it.
 */
export function isBot(userAgent: string): boolean {
  return isbotNaive(userAgent) || previews.test(userAgent) || indexers.test(userAgent);
}
