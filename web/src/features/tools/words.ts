/** Words of the runs of tools. Pure; no DOM. */
import type { ToolRun, ToolTask } from "@/api/tools/tools";
import { formatShare } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";

/** "Check of study.tsv.gz". */
export function runTitle({ task, file_name }: Pick<ToolRun, "task" | "file_name">): string {
  return { check: `Check of ${file_name}`, convert: `${file_name} as GWAS-SSF`, look: `View of ${file_name}` }[task];
}

/** What a task is called while it is at work. */
export const atWork: Record<ToolTask, string> = {
  check: "Checking every row",
  convert: "Converting to GWAS-SSF",
  look: "Checking and drawing",
};

const statusWords: Record<ToolRun["status"], StatusWord> = {
  queued: { tone: "neutral", word: "Waiting" },
  running: { tone: "info", word: "Running" },
  done: { tone: "pass", word: "Done" },
  failed: { tone: "fail", word: "Failed" },
  cancelled: { tone: "neutral", word: "Cancelled" },
};

/** The state of a run, with its progress while it works. */
export function statusOf({ status, job }: Pick<ToolRun, "status" | "job">): StatusWord {
  const words = statusWords[status];
  if (status !== "running" || !job || job.total <= 0) return words;
  return { ...words, word: `${words.word}, ${formatShare(job.done / job.total)}` };
}

export const underWay = ({ status }: Pick<ToolRun, "status">) => status === "queued" || status === "running";

/** What people call the files of a run. */
export const fileWords: Readonly<Record<string, string>> = {
  "gwas-ssf.tsv.gz": "GWAS-SSF table",
  "gwas-ssf.tsv.gz-meta.yaml": "Metadata (YAML)",
  "clean.tsv.gz": "Clean file",
  "clean.tsv.gz.tbi": "Its tabix index",
  "excluded.tsv.gz": "Excluded rows",
  "report.json": "Report (JSON)",
};
