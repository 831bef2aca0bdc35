/** What was recognised in a file, as lines to read. Pure; no DOM. */
import { formatCount, plural } from "@/lib/format/format";
import type { FieldDoc, Inspection } from "@/lib/sumstats/contract";
import { buildWords, scaleWords } from "@/lib/sumstats/inspection";
import { type MappingState, mappingRows, openQuestions, unusedColumns } from "@/lib/sumstats/mapping";

/** certain: nothing has to be done. ask: a person decides. absent: the file does not have it. */
export type Sureness = "certain" | "ask" | "absent";

export interface Recognised {
  label: string;
  sureness: Sureness;
  value: string;
  /** The value is a name in the file. */
  code?: boolean;
  /** How it is known. */
  note?: string;
}

function fileLines(inspection: Inspection): Recognised[] {
  const { format, format_label, format_note, compression, delimiter, header, effect_scale: scale } = inspection;
  const known = format !== "" && format.toLowerCase() !== "unknown";
  const packed = compression === "" || compression === "none" ? "not compressed" : compression;
  const build = buildWords(inspection);
  const words = scaleWords(inspection);
  return [
    known
      ? { label: "Software", sureness: "certain", value: format_label ?? format, note: format_note }
      : { label: "Software", sureness: "absent", value: "not recognised", note: "Its columns are still read." },
    {
      label: "Table",
      sureness: "certain",
      value: `${delimiter}, ${packed}`,
      note: `${plural(header.length, "column")}, inferred from ${plural(inspection.rows_looked_at, "row")}`,
    },
    {
      label: "Genome build",
      sureness: build ? "certain" : "absent",
      value: build ?? "cannot be inferred",
      note: inspection.build.reason,
    },
    ...(words ? [{ label: "Effect", sureness: "certain" as const, value: words, note: scale?.reason }] : []),
  ];
}

/** A line for the file as a whole, for each field that has a column or should have one, and for each column that is left. */
export function recognisedLines(inspection: Inspection, state: MappingState, docs: FieldDoc[]): Recognised[] {
  const open = new Set(openQuestions(state, inspection).flatMap(({ fields }) => fields));
  const columns = mappingRows(state, inspection, docs).first.map(
    ({ field, label, column, missing, inspected, examples }): Recognised => {
      if (column === undefined) {
        return { label, sureness: missing ? "ask" : "absent", value: "none", note: "No column was found for it." };
      }
      const note = inspected?.reason || (examples.length > 0 ? examples.slice(0, 3).join(", ") : undefined);
      return { label, sureness: open.has(field) ? "ask" : "certain", value: column, code: true, note };
    },
  );
  const left = unusedColumns(state, inspection).map(
    ({ column, examples }): Recognised => ({
      label: "Not used",
      sureness: "certain",
      value: column,
      code: true,
      note: examples?.slice(0, 3).join(", "),
    }),
  );
  return [...fileLines(inspection), ...columns, ...left];
}

/** "8 certain, 1 to confirm, 1 absent". */
export function surenessWords(lines: readonly Recognised[]): string {
  const words = { certain: "certain", ask: "to confirm", absent: "absent" } as const;
  const parts = (Object.keys(words) as Sureness[]).map((sureness) => {
    const count = lines.filter((line) => line.sureness === sureness).length;
    return count > 0 && `${formatCount(count)} ${words[sureness]}`;
  });
  return parts.filter(Boolean).join(", ");
}
