import { blank, own } from "../own";
import type {
  ColumnAnswer,
  ColumnQuestion,
  ColumnSet,
  FieldDoc,
  InspectedColumn as Inspected,
  Inspection,
  Mapping,
} from "./contract";

/** Which column each field is read from, and which doubtful choices the user has decided. */
export interface MappingState {
  mapping: Mapping;
  /** Fields whose column the user confirmed or chose. */
  decided: string[];
}

/** What the reader found, nothing decided. */
export function initialMapping(inspection: Inspection): MappingState {
  return { mapping: Object.fromEntries(inspection.columns.map((c) => [c.field, c.column])), decided: [] };
}

/** A mapping that was submitted before: its choices count as decided. Columns that the file does not have are left out. */
export function earlierMapping(mapping: Mapping, inspection: Inspection): MappingState {
  const kept = Object.entries(mapping).filter(([, column]) => inspection.header.includes(column));
  return { mapping: Object.fromEntries(kept), decided: kept.map(([field]) => field) };
}

/** The two alleles: naming one settles the other. */
const otherAllele: Record<string, string> = { effect_allele: "other_allele", other_allele: "effect_allele" };

/** It points to an allele column, which serves another field besides. */
const pointer = "frequency_allele";

/**
 * Reads `field` from `column`, or from none. A column serves one field: it is taken from the one that had it, which must be
 * decided again if the reader doubted it. The two alleles change places. A column of one of several analyses brings the
 * others of its analysis with it.
 */
export function chooseColumn(
  state: MappingState,
  field: string,
  column: string | undefined,
  sets: ColumnSet[] = [],
): MappingState {
  const set = sets.find((s) => column !== undefined && own(s.columns, field) === column);
  if (set) return chooseSet(state, set, sets);
  const mapping = blank(state.mapping);
  let decided = state.decided.filter((other) => other !== field);
  for (const [other, used] of Object.entries(mapping)) {
    if (column === undefined || used !== column || other === field || [other, field].includes(pointer)) continue;
    delete mapping[other];
    decided = decided.filter((name) => name !== other);
    const freed = own(state.mapping, field);
    if (own(otherAllele, field) === other && freed !== undefined) {
      mapping[other] = freed;
      decided = [...decided, other];
    }
  }
  if (column === undefined) delete mapping[field];
  else mapping[field] = column;
  return { mapping, decided: column === undefined ? decided : [...decided, field] };
}

/** Reads all that differs between analyses from the columns of one of them. */
function chooseSet(state: MappingState, set: ColumnSet, sets: ColumnSet[]): MappingState {
  const without = Object.fromEntries(sets.flatMap((s) => Object.keys(s.columns)).map((field) => [field, ""]));
  return readFrom(state, { ...without, ...set.columns }, Object.keys(set.columns));
}

/** Applies an answer: its fields are mapped accordingly, and the question is closed. */
export function answerQuestion(state: MappingState, question: ColumnQuestion, answer: ColumnAnswer): MappingState {
  return readFrom(state, answer.columns, [...question.fields, ...Object.keys(answer.columns)]);
}

/** Reads fields from columns, which no other field is read from any more; an empty column is none. */
function readFrom(state: MappingState, columns: Mapping, decided: string[]): MappingState {
  const taken = new Set(Object.values(columns));
  const others = Object.entries(state.mapping).filter(
    ([field, column]) => !Object.hasOwn(columns, field) && (field === pointer || !taken.has(column)),
  );
  const chosen = Object.entries(columns).filter(([, column]) => column !== "");
  const mapping = Object.fromEntries([...others, ...chosen]);
  const gone = Object.keys(state.mapping).filter((field) => own(mapping, field) === undefined);
  const kept = state.decided.filter((field) => !gone.includes(field));
  return { mapping, decided: [...new Set([...kept, ...decided])] };
}

/** Opens an answered question again, with the columns that the reader proposed. */
export function askAgain(state: MappingState, question: ColumnQuestion, inspection: Inspection): MappingState {
  const columns = blank<string>();
  for (const { columns: said } of question.options) for (const field of Object.keys(said)) columns[field] = "";
  const proposed = initialMapping(inspection).mapping;
  for (const field of question.fields) columns[field] = own(proposed, field) ?? "";
  const again = readFrom(state, columns, []);
  return { ...again, decided: again.decided.filter((field) => own(columns, field) === undefined) };
}

/**
 * The answer that the mapping implies for a question; undefined while it is open, or if it was
 * resolved in another way.
 */
export function answerOf(state: MappingState, question: ColumnQuestion): ColumnAnswer | undefined {
  return question.options.find(({ columns }) =>
    Object.entries(columns).every(([field, column]) => (own(state.mapping, field) ?? "") === column),
  );
}

/** The unanswered questions. A field that was chosen manually, or is not read, needs no answer. */
export function openQuestions(state: MappingState, inspection: Inspection): ColumnQuestion[] {
  const proposed = initialMapping(inspection).mapping;
  const unsettled = (field: string) =>
    own(state.mapping, field) === own(proposed, field) && !state.decided.includes(field);
  return inspection.questions.filter(({ fields }) => fields.some(unsettled));
}

/** Fields without which no file is read, and that have no column, nor others that do instead of them. */
export function missingFields(state: MappingState, docs: FieldDoc[]): FieldDoc[] {
  const mapped = (field: string) => own(state.mapping, field) !== undefined;
  return docs.filter((doc) => doc.needed && ![[doc.field], ...doc.instead].some((set) => set.every(mapped)));
}

/** Labels of the fields that this one can replace, alone or with others. */
export function standsInFor(field: string, docs: FieldDoc[]): string[] {
  return docs.filter((doc) => doc.instead.some((set) => set.includes(field))).map((doc) => doc.label);
}

export interface MappingRow {
  field: string;
  label: string;
  /** No column, and no replacement. */
  missing: boolean;
  /** Labels of the fields that it can replace. */
  standsInFor: string[];
  description: string;
  column?: string;
  /** What the reader knows of the chosen column, when it is the one it proposed for this field. */
  inspected?: Inspected;
  examples: string[];
}

/** What matters for this file (mapped or missing fields) first, in the order of the documentation; the rest behind. */
export function mappingRows(
  state: MappingState,
  inspection: Inspection,
  docs: FieldDoc[],
): { first: MappingRow[]; rest: MappingRow[] } {
  const missing = new Set(missingFields(state, docs).map((doc) => doc.field));
  const known = new Set(docs.map((doc) => doc.field));
  const extra: FieldDoc[] = Object.keys(state.mapping)
    .filter((field) => !known.has(field))
    .map((field) => ({ field, label: field, description: "", needed: false, instead: [], headers: [] }));
  const rows = [...docs, ...extra].map((doc): MappingRow => {
    const column = own(state.mapping, doc.field);
    const inspected = inspection.columns.find((c) => c.field === doc.field && c.column === column);
    return {
      field: doc.field,
      label: doc.label,
      missing: missing.has(doc.field),
      standsInFor: standsInFor(doc.field, docs),
      description: doc.description,
      column,
      inspected,
      examples: column === undefined ? [] : examplesOf(inspection, column),
    };
  });
  const matters = (row: MappingRow) => row.column !== undefined || row.missing;
  return { first: rows.filter(matters), rest: rows.filter((row) => !matters(row)) };
}

function examplesOf(inspection: Inspection, column: string): string[] {
  const found =
    inspection.columns.find((c) => c.column === column) ?? inspection.unmapped.find((c) => c.column === column);
  if (found?.examples?.length) return found.examples;
  const at = inspection.header.indexOf(column);
  return inspection.sample_rows.slice(0, 3).map((row) => row[at] ?? "");
}

/** Columns of the file that nothing is read from, with the reason. */
export function unusedColumns(state: MappingState, inspection: Inspection): Inspection["unmapped"] {
  const used = new Set(Object.values(state.mapping));
  const proposed = inspection.columns.map((c) => ({
    column: c.column,
    reason: "you chose another column",
    examples: c.examples,
  }));
  return [...inspection.unmapped, ...proposed].filter((c) => !used.has(c.column));
}
