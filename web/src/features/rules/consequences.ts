import type { Rules } from "@/api/rules";
import { plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import type { RulesForm } from "./useRulesForm";

/** What a change of the rules does, and what it leaves: a sentence or two for each. */
export function consequencesOf(held: Rules, { target_build, min_cell }: RulesForm): string[] {
  const out: string[] = [];
  if (target_build !== held.target_build) {
    const { qc_runs, meta_analyses } = held.finished;
    out.push(
      `New QC runs lift submissions to ${buildName(target_build)}.`,
      `Finished results keep their build and are not computed again: ${plural(qc_runs, "QC run")} and ${plural(meta_analyses, "meta-analysis", "meta-analyses")}.`,
      "A meta-analysis cannot combine builds. Run QC again on the submissions to combine.",
    );
  }
  const count = Number(min_cell);
  if (count > held.min_cell)
    out.push(`Stored counts below ${count} are hidden now in all cohorts. This cannot be undone.`);
  if (count < held.min_cell) out.push("Counts that are hidden stay hidden until their files are uploaded again.");
  if (out.length > 0)
    out.push(
      "A process with another --target-build or --sgc-min-cell does not start. Remove these settings from its start command.",
    );
  return out;
}
