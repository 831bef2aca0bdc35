import type { SentLink } from "@/api/accounts/accounts";
import { formatDateTime } from "@/lib/format/format";

/** The link as an address that can be handed over; undefined when it was mailed. */
export function linkAddress(link: SentLink | undefined): string | undefined {
  return link?.url ? new URL(link.url, window.location.origin).href : undefined;
}

/** "It works once, until 11/22/26 12:00." */
export function linkLife(link: SentLink): string {
  return link.expires_at ? `It works once, until ${formatDateTime(link.expires_at)}.` : "It works once.";
}
