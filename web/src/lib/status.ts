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

export type RunStatus = "QUEUED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
export type MetaStatus = "SUBMITTED" | "RUNNING" | "COMPLETED" | "FAILED" | "CANCELLED";
export type Verdict = "pass" | "warn" | "fail";

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

export const runStatusWords: Record<RunStatus, StatusWord> = {
  QUEUED: { tone: "neutral", word: "Waiting" },
  RUNNING: { tone: "info", word: "Running" },
  COMPLETED: { tone: "pass", word: "Completed" },
  FAILED: { tone: "fail", word: "Failed" },
  CANCELLED: { tone: "neutral", word: "Cancelled" },
};

export const metaStatusWords: Record<MetaStatus, StatusWord> = {
  SUBMITTED: { tone: "neutral", word: "Submitted" },
  RUNNING: { tone: "info", word: "Running" },
  COMPLETED: { tone: "pass", word: "Completed" },
  FAILED: { tone: "fail", word: "Failed" },
  CANCELLED: { tone: "neutral", word: "Cancelled" },
};

export const verdictWords: Record<Verdict, StatusWord> = {
  pass: { tone: "pass", word: "Pass" },
  warn: { tone: "warn", word: "Warning" },
  fail: { tone: "fail", word: "Fail" },
};
