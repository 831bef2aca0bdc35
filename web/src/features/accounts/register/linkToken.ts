import { dropFromTab, keepInTab, readFromTab } from "../signin/tabStore";

/** Kinds of links that carry a token in their fragment: `#invitation=TOKEN`, `#reset=TOKEN`. */
export type LinkKind = "invitation" | "reset";

const keyOf = (kind: LinkKind) => `cohortium.link.${kind}`;

/** The token in a fragment without its sign; undefined for none. */
function linkIn(hash: string, kind: LinkKind): string | undefined {
  return new URLSearchParams(hash).get(kind) || undefined;
}

/**
 * Takes the token out of a fragment into this tab, so that it leaves the address bar and the history, and a reload still
 * works. True when there was one.
 */
export function takeLink(hash: string, kind: LinkKind): boolean {
  const token = linkIn(hash, kind);
  if (token === undefined) return false;
  keepInTab(keyOf(kind), token);
  return true;
}

export function keptLink(kind: LinkKind): string | undefined {
  return readFromTab(keyOf(kind));
}

/** The link was used, or is not good any more. */
export function dropLink(kind: LinkKind): void {
  dropFromTab(keyOf(kind));
}
