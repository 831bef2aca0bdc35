/** Key of the SGC token in local storage. */
const sgcTokenKey = "sgcAuthToken";

export function sgcToken(): string | undefined {
  try {
    return localStorage.getItem(sgcTokenKey) || undefined;
  } catch {
    return undefined;
  }
}

/** The header of a call of the SGC area; none where a session opens it. */
export function bearerHeader(): { Authorization?: string } {
  const token = sgcToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Keeps the token for this browser; false when the browser refuses to store it. */
export function keepSgcToken(token: string): boolean {
  try {
    localStorage.setItem(sgcTokenKey, token);
    return true;
  } catch {
    return false;
  }
}

export function dropSgcToken(): void {
  try {
    localStorage.removeItem(sgcTokenKey);
  } catch {
    // Nothing was stored where storage is refused.
  }
}

/** Calls of the SGC area, which the bearer token opens. */
export function takesBearer(url: string): boolean {
  const { pathname } = new URL(url, "http://localhost");
  return pathname.startsWith("/api/sgc/") || pathname.startsWith("/api/areas/sgc/");
}
