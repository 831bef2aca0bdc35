import { own } from "../own";

const names: Record<string, string> = { 36: "NCBI36 (hg18)", 37: "GRCh37 (hg19)", 38: "GRCh38 (hg38)" };
const release: Record<string, string> = {
  hg18: "36",
  ncbi36: "36",
  hg19: "37",
  grch37: "37",
  hg38: "38",
  grch38: "38",
};

/** A genome build as people read it, from any of its codes: "hg19" → "GRCh37 (hg19)". Other texts stay as they are. */
export function buildName(build: string): string {
  return own(names, own(release, build.toLowerCase()) ?? "") ?? build;
}
