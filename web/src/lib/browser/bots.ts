import { isbotNaive } from "isbot";

/** Makers of previews whose name says nothing of what they are; at its beginning, as apps of that name have browsers too. */
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
