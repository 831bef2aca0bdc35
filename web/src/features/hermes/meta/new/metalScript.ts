/** From a METAL script to the choices of a new meta-analysis: which accepted submissions its files are, and what it sets. */
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetalScript, MetaOptions } from "@/api/hermes/meta";
import { defaultOptions } from "./draft";

export interface TakenScript {
  /** Name of the file that was chosen. */
  name: string;
  phenotype: string;
  datasets: string[];
  options: MetaOptions;
  /** Names of the submissions that its files are. */
  found: string[];
  /** Its files that are no accepted submission, or not one for sure, with why. */
  missing: string[];
  findings: MetalScript["findings"];
}

/** The name of a file without folders and without how it is packed. */
function bare(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return name.toLowerCase().replace(/\.(gz|bgz|zst|bz2|zip)$/, "");
}

function isFileOf(upload: HermesUploadRow, path: string): boolean {
  const name = bare(path);
  return name === bare(upload.file_name) || name === `${upload.dataset_name.toLowerCase()}.clean.tsv`;
}

/** The phenotype of most; of equals the first. */
function mostCommon(uploads: readonly HermesUploadRow[]): string {
  const counts = new Map<string, number>();
  for (const { phenotype } of uploads) counts.set(phenotype, (counts.get(phenotype) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "";
}

export function takeScript(name: string, script: MetalScript, accepted: readonly HermesUploadRow[]): TakenScript {
  const missing: string[] = [];
  const matched = new Map<HermesUploadRow, string>();
  for (const file of script.files) {
    const candidates = accepted.filter((upload) => isFileOf(upload, file));
    const [only] = candidates;
    if (only && candidates.length === 1) matched.set(only, file);
    else
      missing.push(only ? `${file}: several submissions have a file of this name` : `${file}: no accepted submission`);
  }
  const phenotype = mostCommon([...matched.keys()]);
  for (const [upload, file] of matched) {
    if (upload.phenotype !== phenotype) missing.push(`${file}: ${upload.dataset_name} is about another phenotype`);
  }
  const found = [...matched.keys()].filter((upload) => upload.phenotype === phenotype);
  const { scheme, genomic_control, min_studies, maf, info, palindromic } = script;
  return {
    name,
    phenotype,
    datasets: found.map((upload) => upload.id),
    options: { ...defaultOptions, scheme, genomic_control, min_studies, maf, info, palindromic },
    found: found.map((upload) => upload.dataset_name),
    missing,
    findings: script.findings,
  };
}
