/** The texts of the QC page. */
import type { HermesPhenotype, HermesUpload, HermesUploadRow, PortalConfig, QcRun } from "@/api/hermes/hermes";
import { formatDate, formatDateTime, formatSince, plural } from "@/lib/format/format";

/** A phenotype in words; a retired one is marked. */
export function phenotypeWords(list: readonly HermesPhenotype[] | undefined, code: string): string {
  const known = list?.find(({ name }) => name === code);
  if (!known) return code;
  return known.retired_at ? `${known.description} (retired)` : known.description;
}

export function labelOf(choices: PortalConfig["ancestries"] | undefined, value: string): string {
  return choices?.find((choice) => choice.value === value)?.label ?? value;
}

/** The state of a submission in words: what it is, whose turn it is, and since when. */
export function stateSentence(upload: HermesUpload, now: number): string {
  const since = formatSince(upload.waiting_since, now);
  const { review } = upload;
  const decided = review ? `by ${review.by} on ${formatDate(review.at)}` : "";
  switch (upload.status) {
    case "SUBMITTED TO QC":
      return upload.run?.job?.state === "running" ? "QC is running" : "QC is waiting to start";
    case "FAILED TO SUBMIT TO QC":
      return notDone[upload.run?.status ?? ""] ?? "QC could not be started";
    case "FAILED QC":
      return `Failed QC; waiting for the uploader for ${since}`;
    case "READY FOR REVIEW":
      return `Passed QC; ${reviewWaits[upload.review_state.step] ?? "waiting for a reviewer"} for ${since}`;
    case "REVIEW APPROVED":
      return `Accepted ${decided}`.trim();
    case "REVIEW REJECTED":
      return `Rejected ${decided}; waiting for the uploader`.trim();
    case "SUBMITTED TO LIFTOVER":
      return "Liftover is running";
    case "LIFTOVER COMPLETE":
      return "Lifted over";
    case "LIFTOVER FAILED":
      return "Liftover failed";
  }
}

const notDone: Record<string, string> = {
  CANCELLED: "QC was cancelled",
  FAILED: "QC ended without a report",
};

const reviewWaits: Partial<Record<HermesUpload["review_state"]["step"], string>> = {
  changes_requested: "a reviewer asked for changes, waiting for the uploader",
  second_review: "accepted by one reviewer, waiting for a second",
};

/** "32,110 cases, 380,400 controls", or the number of people. */
export function sizeWords(upload: HermesUploadRow): string {
  return peopleWords(upload.n_total, upload.cases, upload.controls);
}

/** Cases and controls where both are known, else the number of people; "" when nothing is. */
export function peopleWords(
  n: number | null | undefined,
  cases: number | null | undefined,
  controls: number | null | undefined,
): string {
  if (cases != null && controls != null) return `${plural(cases, "case")}, ${plural(controls, "control")}`;
  return n == null ? "" : plural(n, "person", "people");
}

export function runWords(run: QcRun, runs: number): string {
  return `run ${run.number} of ${Math.max(runs, run.number)}, ${formatDateTime(run.created_at)}`;
}
