import { z } from "zod/mini";

/** What the server tells the page in its shell. */
export interface RuntimeConfig {
  /** Origin of the API; empty when it is this one. */
  apiOrigin: string;
  /** Group of the accounts of the SGC area at the user service; empty when it is not told. */
  sgcUserGroup: string;
}

const text = z.catch(z.string(), "");
const shape = z.object({ apiOrigin: text, sgcUserGroup: text });

export function runtimeConfig(): RuntimeConfig {
  const told = document.getElementById("cohortium-config")?.textContent ?? "";
  try {
    return shape.parse(JSON.parse(told));
  } catch {
    return { apiOrigin: "", sgcUserGroup: "" };
  }
}

/** The nonce of this answer, for style elements made at run time. Browsers hide the attribute, not the property. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
