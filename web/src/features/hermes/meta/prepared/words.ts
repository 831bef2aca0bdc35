/** How prepared meta-analyses are described. */
import type { PreparedMeta } from "@/api/hermes/prepared";
import { plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";

export const preparedWords: Record<PreparedMeta["status"], StatusWord> = {
  waiting: { tone: "warn", word: "Waits for a reviewer" },
  started: { tone: "pass", word: "Started" },
  declined: { tone: "fail", word: "Declined" },
  withdrawn: { tone: "neutral", word: "Withdrawn" },
};

export type PreparedChange = NonNullable<PreparedMeta["datasets"][number]["change"]>;

/** How a submission has changed since it was chosen, and what that means for the run. */
export const changeWords: Record<PreparedChange, StatusWord & { means: string }> = {
  deleted: { tone: "fail", word: "Deleted", means: "It cannot be combined." },
  not_accepted: { tone: "fail", word: "Not accepted now", means: "It cannot be combined until it is accepted again." },
  other_phenotype: { tone: "fail", word: "Other phenotype now", means: "It cannot be combined." },
  run_again: { tone: "warn", word: "QC ran again", means: "The new QC run is combined." },
};

/** "2 of 5 submissions have changed"; nothing while none has. */
export function changesSentence({ datasets }: Pick<PreparedMeta, "datasets">): string | undefined {
  const changed = datasets.filter(({ change }) => change).length;
  if (changed === 0) return undefined;
  return `${changed} of ${plural(datasets.length, "submission")} ${changed === 1 ? "has" : "have"} changed`;
}
