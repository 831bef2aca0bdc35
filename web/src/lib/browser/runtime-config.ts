import { z } from "zod/mini";

/** The server's configuration of the page, in its shell. */
export interface RuntimeConfig {
  /** Origin of the API; empty when it is this one. */
  apiOrigin: string;
  /** Group of the accounts of the SGC area at the user service; empty if unknown. */
  sgcUserGroup: string;
  /** How the registry presents itself. */
  consortium: Consortium;
}

export interface ConsortiumArea {
  area: "hermes" | "sgc" | "datasets";
  name: string;
  /** One line. */
  purpose: string;
  /** Address of a picture; empty for none. */
  logo: string;
}

export interface Consortium {
  name: string;
  /** One sentence. */
  headline: string;
  /** Paragraphs, separated by empty lines. */
  text: string;
  take_part: string;
  /** Mail or https address; empty for none. */
  contact: string;
  logo: string;
  areas: ConsortiumArea[];
}

/** The default names of a registry. */
const standard: Consortium = {
  name: "Cohortium",
  headline: "Genetic association results, checked by the same rules",
  text: "",
  take_part: "",
  contact: "",
  logo: "",
  areas: [
    { area: "hermes", name: "HERMES", purpose: "", logo: "" },
    { area: "sgc", name: "SGC", purpose: "", logo: "" },
    { area: "datasets", name: "Registry", purpose: "", logo: "" },
  ],
};

const text = z.catch(z.string(), "");
const profile = z.object({
  name: z.string(),
  headline: z.string(),
  text,
  take_part: text,
  contact: text,
  logo: text,
  areas: z.array(
    z.object({ area: z.enum(["hermes", "sgc", "datasets"]), name: z.string(), purpose: text, logo: text }),
  ),
});
const shape = z.object({ apiOrigin: text, sgcUserGroup: text, consortium: z.catch(profile, standard) });

export function runtimeConfig(): RuntimeConfig {
  const told = document.getElementById("cohortium-config")?.textContent ?? "";
  try {
    return shape.parse(JSON.parse(told));
  } catch {
    return { apiOrigin: "", sgcUserGroup: "", consortium: standard };
  }
}

let told: Consortium | undefined;

/** How the registry presents itself, as of the loading of this page. */
export function consortium(): Consortium {
  told ??= runtimeConfig().consortium;
  return told;
}

/** How an area is presented. */
export function consortiumArea(area: ConsortiumArea["area"]): ConsortiumArea {
  return consortium().areas.find((one) => one.area === area) ?? { area, name: area, purpose: "", logo: "" };
}

/** The nonce of this answer, for style elements made at run time. Browsers hide the attribute, not the property. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";
}
