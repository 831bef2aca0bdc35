import type { Inspection } from "./contract";

type Build = "hg19" | "grch38";

const buildNames: Record<Build, string> = { hg19: "GRCh37 (hg19)", grch38: "GRCh38" };

/** The build that the positions speak for, as the metadata names it. */
export function guessedBuild(inspection: Inspection): Build | undefined {
  const guess = inspection.build.guess.toLowerCase();
  if (/37|hg19/.test(guess)) return "hg19";
  if (/38/.test(guess)) return "grch38";
  return undefined;
}

/** "GRCh38 (99.7 % of the positions agree)"; undefined when the positions do not tell. */
export function buildWords(inspection: Inspection): string | undefined {
  const build = guessedBuild(inspection);
  if (!build) return undefined;
  const share = build === "hg19" ? inspection.build.share_37 : inspection.build.share_38;
  if (share == null) return buildNames[build];
  return `${buildNames[build]} (${(share * 100).toFixed(1).replace(/\.0$/, "")} % of the positions agree)`;
}

/** A build was entered that the positions speak against, as a sentence. */
export function buildDoubt(inspection: Inspection, entered: string): string | undefined {
  const guess = guessedBuild(inspection);
  if (guess === undefined || entered === "" || entered === guess) return undefined;
  return `The positions of the file are those of ${buildWords(inspection)}, but another build was entered. On the wrong build nearly every variant is lost.`;
}

/** "looks like FinnGen output". */
export function formatWords(inspection: Inspection): string {
  const known = inspection.format !== "" && inspection.format.toLowerCase() !== "unknown";
  return known ? `looks like ${inspection.format_label ?? inspection.format} output` : "software not recognised";
}

/** Findings that keep the file from being accepted. */
export function blocking(inspection: Inspection): Inspection["findings"] {
  return inspection.findings.filter((finding) => finding.severity === "block");
}
