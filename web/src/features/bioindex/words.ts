/** Texts about indexes that several places use. Pure; no DOM. */
import type { BioIndexRow, BioIndexSharing } from "@/api/bioindex/bioindex";
import type { StatusWord } from "@/lib/status";

export const statusWords: Record<BioIndexRow["status"], StatusWord> = {
  queued: { tone: "neutral", word: "Waiting" },
  building: { tone: "info", word: "Building" },
  ready: { tone: "pass", word: "Ready" },
  failed: { tone: "fail", word: "Failed" },
  cancelled: { tone: "neutral", word: "Cancelled" },
};

export const sharingWords: Record<BioIndexSharing, StatusWord> = {
  private: { tone: "neutral", word: "Private" },
  named: { tone: "info", word: "Shared by name" },
  area: { tone: "info", word: "Shared with its area" },
  public: { tone: "pass", word: "Public" },
};

const sourceKinds: Record<BioIndexRow["source"]["kind"], string> = {
  upload: "a file uploaded for it",
  dataset_file: "a file of the registry",
  hermes_upload: "a clean file of HERMES",
  meta_analysis: "a meta-analysis",
};

export const sourceWords = ({ kind }: Pick<BioIndexRow["source"], "kind">): string => sourceKinds[kind];
