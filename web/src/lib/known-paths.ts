const id = "[A-Za-z0-9_-]{1,64}";

/** The paths a redirect may lead to: those of routes behind the sign-in. */
const known = [
  /^\/hermes$/,
  /^\/hermes\/new$/,
  new RegExp(`^/hermes/qc/${id}$`),
  /^\/hermes\/ma$/,
  /^\/hermes\/ma\/new$/,
  new RegExp(`^/hermes/ma/${id}$`),
];

export function isKnownPath(pathname: string): boolean {
  return known.some((pattern) => pattern.test(pathname));
}
