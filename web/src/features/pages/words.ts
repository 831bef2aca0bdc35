/** Texts about pages that several places use. Pure; no DOM. */
import type { PageRow, PageSharing } from "@/api/pages/pages";
import type { TableSource } from "@/api/pages/tables";
import type { ColumnRole, ColumnType } from "@/lib/document/document";
import type { StatusWord } from "@/lib/status";

const sourceKinds: Record<TableSource["kind"], string> = {
  upload: "a file uploaded for it",
  dataset_file: "a file of the registry",
  hermes_upload: "a clean file of HERMES",
  meta_analysis: "a meta-analysis",
  index: "an index",
  url: "an address on the web",
  text: "pasted text",
};

export const sourceWords = ({ kind }: Pick<TableSource, "kind">): string => sourceKinds[kind];

export const sharingWords: Record<PageSharing, StatusWord> = {
  private: { tone: "neutral", word: "Private" },
  people: { tone: "info", word: "Shared by name" },
  area: { tone: "info", word: "Shared with its area" },
  public: { tone: "pass", word: "Public" },
};

/** Published, or a draft; whether a published one could follow its data. */
export function stateWord({ published }: Pick<PageRow, "published">): StatusWord {
  if (published?.behind) return { tone: "warn", word: "Published, not on its newest data" };
  return published ? { tone: "pass", word: "Published" } : { tone: "neutral", word: "Draft" };
}

export const untitled = "Untitled page";

export const typeWords: Record<ColumnType, string> = {
  number: "Number",
  text: "Text",
  boolean: "Yes or no",
  list: "List",
};

export const roleWords: Record<ColumnRole, string> = {
  chromosome: "Chromosome",
  position: "Position",
  effect_allele: "Effect allele",
  other_allele: "Other allele",
  p_value: "P value",
  neg_log_10_p_value: "−log10 P",
  beta: "Effect (beta)",
  standard_error: "Standard error",
  odds_ratio: "Odds ratio",
  effect_allele_frequency: "Effect allele frequency",
  rsid: "rsID",
  gene: "Gene",
};
