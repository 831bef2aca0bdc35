import type { Need, QueuedJob } from "@/api/server/overview";
import { plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";

export const levels: Record<Need["level"], StatusWord> = {
  fail: { tone: "fail", word: "Fails" },
  warn: { tone: "warn", word: "Attention" },
  todo: { tone: "neutral", word: "Open" },
};

/** The state in one line. */
export function stateWords(needs: readonly Need[]): string {
  const failing = needs.filter(({ level }) => level === "fail").length;
  if (failing > 0)
    return `${plural(failing, "thing does", "things do")} not work. ${plural(needs.length, "item")} below.`;
  if (needs.length > 0) return `Everything works. ${plural(needs.length, "item needs", "items need")} you.`;
  return "Everything works, and nothing needs you.";
}

type Kind = QueuedJob["job"]["kind"];

export const kinds: Record<Kind, string> = {
  qc: "QC",
  meta: "Meta-analysis",
  "sgc-archive": "Archive of cohorts",
  "dataset-check": "Check of a file",
  "index-build": "Index",
  "index-verify": "Check of an index",
  "tool-run": "Tool",
  table: "Table of a page",
};

/** The page of a job's subject; undefined where only its owner has one. */
export function pageOf({ kind, subject_id: id }: QueuedJob["job"]): string | undefined {
  const pages: Partial<Record<Kind, string>> = {
    qc: `/hermes/qc/${id}`,
    meta: `/hermes/ma/${id}`,
    "sgc-archive": "/sgc/archive",
    "dataset-check": `/datasets/${id}`,
    "index-build": `/minibioindex/${id}`,
    "index-verify": `/minibioindex/${id}`,
  };
  return pages[kind];
}

export const storageWords: Record<string, string> = {
  uploads: "Uploaded files",
  results: "QC and meta-analysis results",
  datasets: "Checks of data sets",
  sgc: "Files of cohorts",
  indexes: "Indexes",
  pages: "Tables and pictures of pages",
  tools: "Tools",
  other: "Records of the store",
};
