import type { Schemas } from "@/api/client";
import type { CheckedMetadata, Inspection, SheetProblem } from "@/api/hermes/hermes";
import type { ApiError } from "@/lib/api-error";
import { blocking } from "@/lib/sumstats/inspection";
import { initialMapping, type MappingState, missingFields, openQuestions } from "@/lib/sumstats/mapping";
import { toCsv } from "@/lib/text/csv";
import type { UploadPhase } from "@/lib/upload/state";
import { allFields, fieldOf, isMetadataKey, type MetadataKey } from "../upload/fields";
import { toldBy } from "../upload/told";

/** Typed values by metadata key; empty ones are absent. */
export type Texts = Partial<Record<MetadataKey, string>>;

/** One file of a batch, identified by its name. */
export interface BatchFile {
  name: string;
  /** Bytes. */
  size: number;
  /** The values of this file that differ from the shared ones. */
  own: Texts;
  columns: MappingState;
  inspection?: Inspection;
  uploadId?: string;
  /** The server has confirmed every byte. */
  stored?: boolean;
  /** The line of the last sheet that was about this file. */
  line?: number;
  /** The submission that it became. */
  made?: { id: string; name: string };
}

/** What this page alone knows of a file. */
export interface Seen {
  reading?: boolean;
  /** Why nothing could be read of it. */
  unread?: string;
  /** Why the server did not register it. */
  refused?: ApiError;
}

export function newFile({ name, size }: { name: string; size: number }): BatchFile {
  return { name, size, own: {}, columns: { mapping: {}, decided: [] } };
}

/** Texts without empty ones. */
export function filled(texts: Readonly<Record<string, string | undefined>>): Texts {
  const kept = Object.entries(texts).filter(([key, text]) => isMetadataKey(key) && text?.trim());
  return Object.fromEntries(kept) as Texts;
}

/** The values of a file: its own, else the shared ones. */
export function valuesOf(file: BatchFile, shared: Texts): Texts {
  return { ...shared, ...file.own };
}

/** A file with its inspection. Detected values fill empty fields. */
export function inspected(file: BatchFile, inspection: Inspection): BatchFile {
  const same = file.inspection !== undefined && headerOf(file.inspection) === headerOf(inspection);
  // The first rows are not shown here, and the browser keeps little.
  const kept = { ...inspection, sample_rows: [] };
  const columns = same ? file.columns : initialMapping(inspection);
  return { ...file, inspection: kept, columns, own: { ...filled(toldBy(inspection)), ...file.own } };
}

/** The names of the columns, whatever their order: they are read by name. */
function headerOf({ header }: Inspection): string {
  return header.toSorted().join("\t");
}

function wordOf({ mapping, decided }: MappingState): string {
  return JSON.stringify([Object.entries(mapping).toSorted(), decided.toSorted()]);
}

/** Other files with the same columns, which are read otherwise. */
export function twinsOf(file: BatchFile, files: readonly BatchFile[]): BatchFile[] {
  const { name, inspection, columns } = file;
  if (!inspection) return [];
  return files.filter(
    (other) =>
      other.name !== name &&
      !other.made &&
      other.inspection !== undefined &&
      headerOf(other.inspection) === headerOf(inspection) &&
      wordOf(other.columns) !== wordOf(columns),
  );
}

/** Files with the values of a sheet; values that are equal for all become shared ones. */
export function withSheet(files: readonly BatchFile[], shared: Texts, said: CheckedMetadata): BatchFile[] {
  const byName = new Map(said.files.map((one) => [one.name, one]));
  return files.map((file) => {
    const found = byName.get(file.name);
    if (file.made || found?.line === undefined) return file;
    const own = { ...file.own, ...filled(found.values) };
    const differs = Object.entries(own).filter(([key, text]) => shared[key as MetadataKey] !== text);
    return { ...file, line: found.line, own: Object.fromEntries(differs) as Texts };
  });
}

export type State = "done" | "refused" | "unreadable" | "attention" | "sending" | "stopped" | "again" | "ready";

interface Facts {
  file: BatchFile;
  seen: Seen;
  phase: UploadPhase | undefined;
  problems: readonly SheetProblem[] | undefined;
  docs: Schemas["FieldDoc"][];
}

/** How many questions about the columns of a file are open: what the reader doubts, and what it did not find. */
export function questionsOf(file: BatchFile, docs: Schemas["FieldDoc"][]): number {
  if (!file.inspection) return 0;
  return openQuestions(file.columns, file.inspection).length + missingFields(file.columns, docs).length;
}

/** What a file waits for. */
export function stateOf({ file, seen, phase, problems, docs }: Facts): State {
  if (file.made) return "done";
  if (seen.unread || (file.inspection && blocking(file.inspection).length > 0)) return "unreadable";
  if (seen.refused) return "refused";
  if (questionsOf(file, docs) > 0 || (problems?.length ?? 0) > 0) return "attention";
  if (phase === "failed" || phase === "paused") return "stopped";
  if (phase === undefined || phase === "idle") return seen.reading ? "sending" : "again";
  if (phase !== "stored" || !file.inspection || problems === undefined) return "sending";
  return "ready";
}

/** A sheet to fill in: a line per file, with the known values. */
export function templateOf(files: readonly BatchFile[], shared: Texts): string {
  const keys = allFields.map(({ key }) => key);
  const open = files.filter((file) => !file.made);
  const rows = open.map((file) => {
    const values = valuesOf(file, shared);
    return [file.name, ...keys.map((key) => values[key] ?? "")];
  });
  return toCsv(["file", ...keys], rows);
}

export interface Problem extends SheetProblem {
  file: string;
  line?: number;
  /** The server did not register it for this. */
  refused?: boolean;
}

/** Nothing was said where something is needed; other problems are of what was said. */
export function isMissing({ value, refused }: Problem): boolean {
  return value === "" && !refused;
}

/** The problems as a sheet, one per line. */
export function problemSheet(problems: readonly Problem[]): string {
  const rows = problems.map(({ file, line, column, value, message, suggestion }) => [
    file,
    line === undefined ? "" : String(line),
    column,
    value,
    message,
    suggestion ?? "",
  ]);
  return toCsv(["file", "line", "column", "value", "message", "did you mean"], rows);
}

export function labelOf(column: string): string {
  return fieldOf(column)?.label ?? column;
}
