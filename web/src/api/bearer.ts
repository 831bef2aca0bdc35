import { readText, removeText, writeText } from "@/lib/browser/stored";

/** Key of the SGC token in local storage. */
const sgcTokenKey = "sgcAuthToken";

export function sgcToken(): string | undefined {
  return readText("browser", sgcTokenKey) || undefined;
}

/** The header of a call of the SGC area; none where a session opens it. */
export function bearerHeader(): { Authorization?: string } {
  const token = sgcToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}

/** Keeps the token for this browser; false when the browser refuses to store it. */
export function keepSgcToken(token: string): boolean {
  return writeText("browser", sgcTokenKey, token);
}

export function dropSgcToken(): void {
  removeText("browser", sgcTokenKey);
}

/** Calls of the SGC area, which the bearer token opens. */
export function takesBearer(url: string): boolean {
  const { pathname } = new URL(url, "http://localhost");
  return pathname.startsWith("/api/sgc/") || pathname.startsWith("/api/areas/sgc/");
}
