/** The command that repeats a QC run on a copy of the file. */
import type { Mapping } from "@/api/hermes";
import type { QcSettings } from "./queries";

interface Run {
  fileName: string;
  build: string;
  settings: QcSettings;
  mapping: Mapping;
}

/** Words that a shell would take apart are put in single quotes. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

export function qcCommand({ fileName, build, settings, mapping }: Run): string {
  const parts = ["cohortium sumstats qc", shellWord(fileName), "--build", build, "--fd", String(settings.fd)];
  if (settings.adj !== "none") parts.push("--adj", settings.adj);
  if (settings.noind) parts.push("--noind");
  if (settings.it != null) parts.push("--it", String(settings.it));
  if (settings.panel) parts.push("--panel", shellWord(settings.panel));
  for (const [field, column] of Object.entries(mapping)) parts.push("--map", shellWord(`${field}=${column}`));
  parts.push("-o", "qc");
  return parts.join(" ");
}
