import type { InvitationResult } from "@/api/accounts/accounts";
import type { StatusWord } from "@/lib/status";

/** What the server did with one person, or what it would do. */
export function outcomeWord(result: InvitationResult, dryRun: boolean): StatusWord {
  if (result.outcome === "refused") return { tone: "fail", word: "Refused" };
  if (result.outcome === "added") return { tone: "info", word: dryRun ? "Will get access" : "Got access" };
  if (dryRun) return { tone: "pass", word: "Will be invited" };
  return result.link?.sent ? { tone: "pass", word: "Mailed" } : { tone: "pass", word: "Invited" };
}
