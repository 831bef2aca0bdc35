import { formatCount, plural } from "../format/format";
import { own } from "../own";
import { buildName } from "./build";
import type { Inspection } from "./contract";

export type Build = "hg19" | "grch38";

/** The build that the positions speak for, as the metadata names it. */
export function guessedBuild(inspection: Inspection): Build | undefined {
  const guess = inspection.build.guess.toLowerCase();
  if (/37|hg19/.test(guess)) return "hg19";
  if (/38/.test(guess)) return "grch38";
  return undefined;
}

/** "GRCh38 (hg38) (14 of 14 known variants agree)"; undefined if the positions do not show it. */
export function buildWords(inspection: Inspection): string | undefined {
  const build = guessedBuild(inspection);
  if (!build) return undefined;
  const { known } = inspection.build;
  return known === 0
    ? buildName(build)
    : `${buildName(build)} (${atWords(inspection, build)} ${known === 1 ? "agrees" : "agree"})`;
}

/** "14 of 14 known variants": those that lie at their position on a build. */
function atWords({ build: { known, at_37, at_38 } }: Inspection, build: Build): string {
  return `${formatCount(build === "hg19" ? at_37 : at_38)} of ${plural(known, "known variant")}`;
}

/** Below this many known variants, or above this share of them, positions do not speak against a build. */
const fewest = 5;
const speaksAgainst = 0.6;

/** A build was entered that the positions speak against, as a sentence. */
export function buildDoubt(inspection: Inspection, entered: string): string | undefined {
  if (entered !== "hg19" && entered !== "grch38") return undefined;
  const guess = guessedBuild(inspection);
  const { known, at_37, at_38 } = inspection.build;
  const there = entered === "hg19" ? at_37 : at_38;
  const lost = "On the wrong build nearly every variant is lost.";
  if (guess && guess !== entered)
    return `The positions of the file are those of ${buildWords(inspection)}, not of ${buildName(entered)}. ${lost}`;
  if (guess || known < fewest || there > speaksAgainst * known) return undefined;
  return `Only ${atWords(inspection, entered)} ${there === 1 ? "is" : "are"} where ${buildName(entered)} has ${known === 1 ? "it" : "them"}. ${lost} Lift the positions over first.`;
}

/** "looks like FinnGen output". */
export function formatWords(inspection: Inspection): string {
  return isRecognised(inspection) ? softwareWords(inspection) : "software not recognised";
}

/** The same next to a label that already names the software. */
export function softwareWords(inspection: Inspection): string {
  return isRecognised(inspection)
    ? `looks like ${inspection.format_label ?? inspection.format} output`
    : "not recognised";
}

/** Whether the header shows which software wrote the file. */
export const isRecognised = ({ format }: Inspection) => format !== "" && format.toLowerCase() !== "unknown";

/** "9 of 9 columns": those whose meaning is known; one may mean two things. */
export function recognisedWords({ columns, header }: Inspection): string {
  return `${formatCount(new Set(columns.map(({ column }) => column)).size)} of ${plural(header.length, "column")}`;
}

/** Findings about columns that were not found; choosing the columns settles them. */
const settledByColumns: readonly string[] = ["missing_field", "no_header"];

/** Findings that keep the file from being accepted, whichever columns are chosen. */
export function blocking(inspection: Inspection): Inspection["findings"] {
  return inspection.findings.filter(({ severity, code }) => severity === "block" && !settledByColumns.includes(code));
}

/** The scales of effects as people read them. */
const scaleNames: Record<string, string> = {
  log_odds: "log odds",
  linear_binary: "linear model of a yes/no trait",
  units: "unit of the trait",
  standardised: "standard deviations of the trait",
  log_hazard: "log hazard",
};

/** The unit of the effects; undefined if unknown. */
export function scaleWords({ effect_scale }: Inspection): string | undefined {
  return effect_scale && effect_scale.confidence !== "ask" ? own(scaleNames, effect_scale.scale) : undefined;
}
