import type { Installation, ReferenceFile } from "@/api/server/reference";
import { plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import { buildName } from "@/lib/sumstats/build";
import { panelPeople } from "@/lib/sumstats/people";

type Type = ReferenceFile["type"];

export const typeWords: Record<Type, string> = {
  panel: "Panel",
  chain: "Chain file",
  fasta: "Reference sequence",
  genes: "Genes",
  recombination: "Recombination map",
  ld: "LD",
  ld_scores: "LD scores",
  loci: "Known loci",
  rs_numbers: "rs numbers",
};

/** What a file of a type is, for who looks for one. */
export const fileWords: Record<Type, string> = {
  panel: "A VCF or a table with the frequencies of alleles; gzip is fine.",
  chain: "A chain file, such as hg18ToHg38.over.chain.gz.",
  fasta: "The FASTA file of a genome build; gzip is fine. Its indexes are made here.",
  genes: "An annotation of GENCODE or Ensembl, GTF or GFF3; gzip is fine.",
  recombination: "A map of HapMap or 1000 Genomes: one table, or a tar archive with one file for each chromosome.",
  ld: "PLINK’s table of r² (--r2), or a VCF with phased genotypes of people.",
  ld_scores: "The archive of LD scores that LDSC reads (eur_w_ld_chr.tar.gz), or one table of them.",
  loci: "All associations, downloaded from the GWAS Catalog.",
  rs_numbers: "A VCF of variants such as dbSNP’s, or a table with rs number, chromosome and position; gzip is fine.",
};

/** What an installed file is for. */
export const useWords: Record<Type, string> = {
  panel: "QC compares frequencies with it.",
  chain: "Lifts data sets from one genome build to another.",
  fasta: "Left-aligns insertions and deletions in liftover.",
  genes: "Replaces the built-in genes of its genome build. Existing reports keep their names.",
  recombination: "Region views draw it.",
  ld: "Region views colour by it. Loci are compared with known ones.",
  ld_scores: "QC separates polygenic signal from confounding with them.",
  loci: "Top loci are marked known or new.",
  rs_numbers: "QC uses it to find positions for files with rsIDs only.",
};

const counted: Record<Type, (rows: number) => string> = {
  panel: (rows) => plural(rows, "variant"),
  chain: (rows) => plural(rows, "aligned block"),
  fasta: (rows) => plural(rows, "chromosome"),
  genes: (rows) => plural(rows, "protein-coding gene"),
  recombination: (rows) => plural(rows, "point"),
  ld: (rows) => plural(rows, "pair"),
  ld_scores: (rows) => plural(rows, "variant"),
  loci: (rows) => plural(rows, "association"),
  rs_numbers: (rows) => plural(rows, "place"),
};

export const stateWords: Record<Installation["state"], StatusWord> = {
  waiting: { tone: "neutral", word: "Waits for another file" },
  copying: { tone: "info", word: "Copying" },
  checking: { tone: "info", word: "Checking the whole file" },
  refused: { tone: "fail", word: "Refused" },
  failed: { tone: "fail", word: "Failed" },
};

/** "GRCh37 (hg19)", or "NCBI36 (hg18) → GRCh38 (hg38)" of a chain file. */
export function buildWords({ build, to }: Pick<ReferenceFile, "build" | "to">): string {
  return to ? `${buildName(build)} → ${buildName(to)}` : buildName(build);
}

export function rowWords({ type, rows, holds }: Pick<ReferenceFile, "type" | "rows" | "holds">): string {
  return holds === "genotypes" ? plural(rows, "variant") : counted[type](rows);
}

/** The ancestry of a file's data, and other facts that distinguish it from files of its type. */
export function ofWords({ ancestry, column, people }: ReferenceFile): string {
  const whose = ancestry ? panelPeople(ancestry) : "";
  if (column) return `${whose}, frequency in ${column}`;
  return people ? `${whose}, genotypes of ${plural(people, "person", "people")}` : whose;
}

type Used = Pick<ReferenceFile, "type" | "build" | "in_use" | "used_by" | "used_by_analyses">;

/** Where a file is used when a page opens; no report depends on it. */
const shownWith: Partial<Record<Type, (build: string) => string>> = {
  recombination: (build) => `Region views on ${build}`,
  ld: (build) => `Region views and known loci on ${build}`,
  loci: () => "Lists of lead variants",
};

/** "2 data sets and 1 meta-analysis", by their reports; of what a page looks up when it is opened, those pages. */
export function usedWords({ type, build, in_use, used_by, used_by_analyses }: Used): string {
  const reports = [
    used_by > 0 && plural(used_by, "file"),
    used_by_analyses > 0 && plural(used_by_analyses, "meta-analysis", "meta-analyses"),
  ].filter((words) => typeof words === "string");
  if (reports.length > 0) return reports.join(" and ");
  return (in_use && shownWith[type]?.(buildName(build))) || "–";
}

/** How much is installed beside what the program brings. */
export function installedWords(files: readonly ReferenceFile[]): string {
  const count = files.filter(({ inside }) => !inside).length;
  return count === 0 ? "Only built-in reference data are installed" : `${plural(count, "file")} installed`;
}
