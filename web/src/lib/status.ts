/** How good or bad a state is; each has its colour, always shown with a word. */
export type Tone = "pass" | "warn" | "fail" | "info" | "neutral";

export interface StatusWord {
  tone: Tone;
  word: string;
}

export type UploadStatus =
  | "SUBMITTED TO QC"
  | "FAILED TO SUBMIT TO QC"
  | "FAILED QC"
  | "READY FOR REVIEW"
  | "REVIEW APPROVED"
  | "REVIEW REJECTED"
  | "SUBMITTED TO LIFTOVER"
  | "LIFTOVER COMPLETE"
  | "LIFTOVER FAILED";

export type MetaStatus = "SUBMITTED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";

export const uploadStatusWords: Record<UploadStatus, StatusWord> = {
  "SUBMITTED TO QC": { tone: "info", word: "In QC" },
  "FAILED TO SUBMIT TO QC": { tone: "fail", word: "QC did not start" },
  "FAILED QC": { tone: "fail", word: "Failed QC" },
  "READY FOR REVIEW": { tone: "warn", word: "Ready for review" },
  "REVIEW APPROVED": { tone: "pass", word: "Accepted" },
  "REVIEW REJECTED": { tone: "fail", word: "Rejected" },
  "SUBMITTED TO LIFTOVER": { tone: "info", word: "In liftover" },
  "LIFTOVER COMPLETE": { tone: "info", word: "Lifted over" },
  "LIFTOVER FAILED": { tone: "fail", word: "Liftover failed" },
};

export const uploadStatuses = Object.keys(uploadStatusWords) as UploadStatus[];

export const metaStatusWords: Record<MetaStatus, StatusWord> = {
  SUBMITTED: { tone: "neutral", word: "Submitted" },
  RUNNING: { tone: "info", word: "Running" },
  COMPLETED: { tone: "pass", word: "Completed" },
  FAILED: { tone: "fail", word: "Failed" },
  CANCELLED: { tone: "neutral", word: "Cancelled" },
};

export type Caveat = "waiting" | "rejected" | "failed" | "repeated";

/** Reasons not to compare a result with others. */
export const caveatWords: Record<Caveat, StatusWord> = {
  waiting: { tone: "warn", word: "Waits for review" },
  rejected: { tone: "fail", word: "Rejected" },
  failed: { tone: "fail", word: "Failed its check" },
  repeated: { tone: "neutral", word: "Repeated file" },
};

/** The title of a result in figures and tables of text: "Cohort A (waits for review)". */
export function markedTitle({ title, caveat }: { title: string; caveat: Caveat | "" }): string {
  return caveat === "" ? title : `${title} (${caveatWords[caveat].word.toLowerCase()})`;
}

/** The severity of a finding. */
export const severityWords: Record<"info" | "warn" | "block", StatusWord> = {
  block: { tone: "fail", word: "Problem" },
  warn: { tone: "warn", word: "Warning" },
  info: { tone: "info", word: "Note" },
};
