import { isKnownPath } from "./known-paths";

const longest = 2048;

/**
 * The place to go after signing in: `value` if it is a path of this origin that a route matches, otherwise undefined.
 * Query and hash are kept whole. Anything a browser could read as another origin is refused: schemes, `//`, backslashes,
 * their encoded forms, and characters that browsers strip before they parse.
 */
export function safeRedirect(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > longest) return undefined;
  if (!value.startsWith("/") || value.startsWith("//")) return undefined;
  for (const char of value) {
    const code = char.codePointAt(0) ?? 0;
    if (code <= 0x20 || code === 0x7f || code > 0x7e || char === "\\") return undefined;
  }
  const end = value.search(/[?#]/);
  const pathname = end < 0 ? value : value.slice(0, end);
  return isKnownPath(pathname) ? value : undefined;
}
