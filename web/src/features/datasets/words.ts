import type { DatasetCheck, DatasetCheckStatus, DatasetSharing } from "@/api/datasets/datasets";
import { formatShare } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";

/** Who may see a data set, in a word; the longer label is a code's. */
export const sharingWords: Record<DatasetSharing, StatusWord> = {
  private: { tone: "neutral", word: "Private" },
  named: { tone: "info", word: "Shared" },
  public: { tone: "pass", word: "Public" },
};

const checkWords: Record<DatasetCheckStatus, StatusWord> = {
  queued: { tone: "neutral", word: "Waiting for its check" },
  running: { tone: "info", word: "Checking" },
  passed: { tone: "pass", word: "Passed" },
  warned: { tone: "warn", word: "Passed with warnings" },
  failed: { tone: "fail", word: "Failed" },
  questions: { tone: "warn", word: "Columns to confirm" },
  foreign: { tone: "neutral", word: "No summary statistics" },
  cancelled: { tone: "neutral", word: "Check cancelled" },
  broken: { tone: "fail", word: "Check failed" },
};

/** How the check of a file ended, or how far it is. */
export function checkWord({ status, job }: Pick<DatasetCheck, "status" | "job">): StatusWord {
  const state = job?.state === "running" && status === "queued" ? "running" : status;
  const { tone, word } = checkWords[state];
  if (state !== "running" || !job || job.total <= 0) return { tone, word };
  return { tone, word: `${word} · ${formatShare(job.done / job.total)}` };
}

/** What people call a code; the code itself while its label is not known. */
export function labelOf(choices: readonly { value: string; label: string }[] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}
