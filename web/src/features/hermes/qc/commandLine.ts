/** The command that repeats a QC run on a copy of the file. */
import type { Mapping, QcSettings } from "@/api/hermes/hermes";
import { shellWord } from "@/lib/text/shell";

interface Run {
  fileName: string;
  build: string;
  /** The assemblies between which the run lifted the rows. */
  lifted?: { from: string; to: string };
  settings: QcSettings;
  mapping: Mapping;
  /** Name of the panel that the run used, chosen or found by itself. */
  panel: string | undefined;
  /** Name of the LD scores that the run used. */
  scores?: string | undefined;
}

export function qcCommand({ fileName, build, lifted, settings, mapping, panel, scores }: Run): string {
  const columns = Object.entries(mapping).flatMap(([field, column]) => ["--map", shellWord(`${field}=${column}`)]);
  const file = lifted ? "lifted.tsv.gz" : shellWord(fileName);
  const parts = ["cohortium sumstats qc", file, "--build", lifted?.to ?? build, "--fd", String(settings.fd)];
  if (settings.adj !== "none") parts.push("--adj", settings.adj);
  if (settings.noind) parts.push("--noind");
  if (settings.it != null) parts.push("--it", String(settings.it));
  if (panel) parts.push("--panel", shellWord(panel));
  if (scores) parts.push("--ld-scores", shellWord(scores));
  if (!lifted) parts.push(...columns);
  parts.push("-o", "qc");
  if (!lifted) return parts.join(" ");
  const lift = [
    "cohortium sumstats liftover",
    shellWord(fileName),
    "--from",
    lifted.from,
    "--to",
    lifted.to,
    ...columns,
  ];
  return `${lift.join(" ")} -o ${file} &&\n${parts.join(" ")}`;
}
