import type { InvitationResult } from "@/api/accounts";
import type { StatusWord } from "@/lib/status";
import { linkAddress } from "../link";

/** What the server did with one person, or what it would do. */
export function outcomeWord(result: InvitationResult, dryRun: boolean): StatusWord {
  if (result.outcome === "refused") return { tone: "fail", word: "Refused" };
  if (result.outcome === "added") return { tone: "info", word: dryRun ? "Will get the role" : "Got the role" };
  if (dryRun) return { tone: "pass", word: "Will be invited" };
  return result.link?.sent ? { tone: "pass", word: "Mailed" } : { tone: "pass", word: "Invited" };
}

/** The table of what became of each person, for a file. */
export function resultTable(results: readonly InvitationResult[]): { header: string[]; rows: string[][] } {
  return {
    header: ["email", "outcome", "message", "link", "expires_at"],
    rows: results.map((result) => [
      result.user_name,
      outcomeWord(result, false).word,
      result.message ?? "",
      linkAddress(result.link) ?? "",
      result.link?.expires_at ?? "",
    ]),
  };
}

/** "person@example.org	https://…" for each link that was not mailed. */
export function linksText(results: readonly InvitationResult[]): string {
  return results.flatMap((r) => (r.link?.url ? [`${r.user_name}\t${linkAddress(r.link)}`] : [])).join("\n");
}
