/** The command that repeats a QC run on a copy of the file. */
import type { Mapping } from "@/api/hermes";
import { shellWord } from "@/lib/shell";
import type { QcSettings } from "./queries";

interface Run {
  fileName: string;
  build: string;
  settings: QcSettings;
  mapping: Mapping;
  /** Name of the panel that the run used, chosen or found by itself. */
  panel: string | undefined;
}

export function qcCommand({ fileName, build, settings, mapping, panel }: Run): string {
  const parts = ["cohortium sumstats qc", shellWord(fileName), "--build", build, "--fd", String(settings.fd)];
  if (settings.adj !== "none") parts.push("--adj", settings.adj);
  if (settings.noind) parts.push("--noind");
  if (settings.it != null) parts.push("--it", String(settings.it));
  if (panel) parts.push("--panel", shellWord(panel));
  for (const [field, column] of Object.entries(mapping)) parts.push("--map", shellWord(`${field}=${column}`));
  parts.push("-o", "qc");
  return parts.join(" ");
}
