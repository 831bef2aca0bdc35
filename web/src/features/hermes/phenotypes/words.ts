/** What phenotypes and requests for them are called. Pure; no DOM. */
import type { HermesPhenotype } from "@/api/hermes/hermes";
import type { PhenotypeRequest } from "@/api/hermes/phenotypes";
import type { Tone } from "@/lib/status";

type Kind = Pick<HermesPhenotype, "dichotomous">;

/** What is known about the participants of a phenotype. */
export function kindWords({ dichotomous }: Kind): string {
  return dichotomous ? "Cases and controls" : "Measured";
}

export function nameWords({ name, description }: Pick<HermesPhenotype, "name" | "description">): string {
  return description ? `${description} (${name})` : name;
}

export const requestWords: Readonly<Record<PhenotypeRequest["status"], { tone: Tone; word: string }>> = {
  asked: { tone: "warn", word: "A reviewer decides" },
  granted: { tone: "pass", word: "Granted" },
  redirected: { tone: "info", word: "Use another" },
  declined: { tone: "fail", word: "Declined" },
  withdrawn: { tone: "neutral", word: "Withdrawn" },
};

/** What became of a request, as a sentence for who asked. */
export function outcomeWords(request: PhenotypeRequest): string {
  const { status, decided_by: by, phenotype, wanted } = request;
  switch (status) {
    case "asked":
      return `You asked for “${wanted}”. A reviewer decides.`;
    case "granted":
      return `${by} added “${wanted}” as ${phenotype}.`;
    case "redirected":
      return `${by} asks you to use ${phenotype} instead of “${wanted}”.`;
    case "declined":
      return `${by} declined “${wanted}”.`;
    case "withdrawn":
      return `You withdrew the request for “${wanted}”.`;
  }
}

const recentDays = 30;

/** Whether a request was settled lately enough to be news for who asked. */
export function recent({ decided_at }: PhenotypeRequest, now = Date.now()): boolean {
  return Boolean(decided_at) && now - Date.parse(decided_at ?? "") < recentDays * 86_400_000;
}
