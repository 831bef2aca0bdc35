import type { Schemas } from "@/api/client";
import type { HermesUploadRow } from "@/api/hermes/hermes";
import { formatCount, formatDuration, formatShare, formatSince, plural } from "@/lib/format/format";
import { type StatusWord, uploadStatusWords } from "@/lib/status";
import type { Whom } from "./search";

export type Summary = Schemas["HermesUploadList"]["summary"];

/** "42 files from 18 cohorts · 6 wait for review, 2 for their uploader; 3 of these for you": each file counts once. */
export function summarySentence(summary: Summary): string {
  const held = `${plural(summary.files, "file")} from ${plural(summary.cohorts, "cohort")}`;
  const waits: string[] = [];
  if (summary.waiting_for_review > 0) waits.push(`${count(summary.waiting_for_review, waits)} for review`);
  if (summary.waiting_for_uploader > 0) waits.push(`${count(summary.waiting_for_uploader, waits)} for their uploader`);
  if (waits.length === 0) return `${held} · nothing waits`;
  const yours = summary.waiting_for_you > 0 ? `; ${formatCount(summary.waiting_for_you)} of these for you` : "";
  return `${held} · ${waits.join(", ")}${yours}`;
}

function count(n: number, before: string[] = []): string {
  if (before.length > 0) return formatCount(n);
  return `${formatCount(n)} ${n === 1 ? "waits" : "wait"}`;
}

/** Whom a file may wait for. */
export const waitingOptions: { value: Whom; label: string }[] = [
  { value: "reviewer", label: "Reviewer" },
  { value: "uploader", label: "Uploader" },
  { value: "system", label: "System" },
];

/** The status in words; while QC runs, how far it is. */
export function statusWord(upload: HermesUploadRow): StatusWord {
  const word = uploadStatusWords[upload.status];
  const job = upload.run?.job;
  if (upload.status === "READY FOR REVIEW") return reviewWord[upload.review_state.step] ?? word;
  if (upload.status !== "SUBMITTED TO QC" || !job) return word;
  if (job.state === "queued") return { tone: "neutral", word: "Waiting for QC" };
  if (job.state !== "running") return word;
  return { tone: "info", word: job.total > 0 ? `QC running · ${formatShare(job.done / job.total)}` : "QC running" };
}

/** Of the report of the current run; undefined while there is none. */
export function verdictWord({ run }: HermesUploadRow): StatusWord | undefined {
  return run?.verdict && outcomeWord({ ...run, verdict: run.verdict });
}

interface Outcome extends Pick<Schemas["QcRun"], "warnings" | "steps" | "not_measured"> {
  verdict: Schemas["Verdict"];
}

/** What QC found, and how much it could not measure: "Passed, 5 of 14 not measured". */
export function outcomeWord({ verdict, warnings, steps, not_measured }: Outcome): StatusWord {
  const found = { ...verdictWords[verdict] };
  if (verdict === "warn" && warnings != null) found.word = warnings === 0 ? "Incomplete" : plural(warnings, "warning");
  if (verdict !== "fail" && not_measured) found.word += `, ${not_measured} of ${steps} not measured`;
  return found;
}

export const verdictWords: Record<Schemas["Verdict"], StatusWord> = {
  pass: { tone: "pass", word: "Passed" },
  warn: { tone: "warn", word: "Warnings" },
  fail: { tone: "fail", word: "Failed" },
};

const reviewWord: Partial<Record<HermesUploadRow["review_state"]["step"], StatusWord>> = {
  changes_requested: { tone: "warn", word: "Changes requested" },
  second_review: { tone: "warn", word: "Accepted by one of two" },
};

const whom = { system: "System", reviewer: "Reviewer", uploader: "Uploader", nobody: "–" } as const;

/** Whom the submission waits for, and how long; for the system, how long still. */
export function waitingWords(upload: HermesUploadRow, now: number): string {
  const { reviewer } = upload.review_state;
  const who = upload.waiting_on === "reviewer" && reviewer ? reviewer : whom[upload.waiting_on];
  if (upload.waiting_on === "nobody") return who;
  const left = upload.run?.job?.state === "running" ? upload.run.job.eta_seconds : undefined;
  if (upload.waiting_on === "system" && left != null) return `${who}, ${formatDuration(left)} left`;
  return `${who}, ${formatSince(upload.waiting_since, now)}`;
}
