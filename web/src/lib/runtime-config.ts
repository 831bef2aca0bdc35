/** What the server tells the page in its shell. */
export interface RuntimeConfig {
  /** Origin of the API; empty when it is this one. */
  apiOrigin: string;
}

export function runtimeConfig(): RuntimeConfig {
  const text = document.getElementById("cohortium-config")?.textContent ?? "";
  try {
    const parsed = JSON.parse(text) as Partial<RuntimeConfig>;
    return { apiOrigin: typeof parsed.apiOrigin === "string" ? parsed.apiOrigin : "" };
  } catch {
    return { apiOrigin: "" };
  }
}

/** The nonce of this answer, for style elements made at run time. Browsers hide the attribute, not the property. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
