import { useCallback, useEffect, useRef, useState } from "react";
import type { Inspection } from "@/api/hermes/hermes";
import type { FieldError } from "@/lib/api-error";
import { type DraftOf, useDraft, writeDraft } from "@/lib/browser/draft";
import { initialMapping, type MappingState } from "@/lib/sumstats/mapping";
import { uploadDraft } from "./draft";
import type { Values } from "./fields";
import { noValues } from "./metadata";
import { type Placed, placeErrors, type Sent, stillRefused } from "./places";
import { refilled, type Told, toldBy } from "./told";

const noColumns: MappingState = { mapping: {}, decided: [] };

/** What the server refused, and the values it refused. */
interface Refusal {
  placed: Placed;
  sent: Sent;
}

const noRefusal: Refusal = { placed: placeErrors([]), sent: { values: {}, mapping: {} } };

export interface WizardStart {
  draftOf: DraftOf;
  /** For a submission that is registered: what the server holds. */
  values?: Values;
  columns?: MappingState;
  inspection?: Inspection;
}

export interface ChosenFile {
  name: string;
  size: number;
}

/** The state that all steps share: form, file facts, columns, the server's complaints. All of it is drafted. */
export function useWizard(start: WizardStart) {
  const draft = useDraft(uploadDraft, start.draftOf);
  const { restored } = draft;
  const [values, setValues] = useState<Values>({ ...noValues, ...start.values, ...restored?.values });
  const change = useCallback((part: Partial<Values>) => setValues((before) => ({ ...before, ...part })), []);
  const [file, setFile] = useState<ChosenFile | undefined>(restored?.file);
  const [uploadId, setUploadId] = useState(restored?.uploadId);
  const [told, setTold] = useState<Told>(restored?.told ?? {});
  const [inspection, setInspection] = useState(start.inspection ?? restored?.inspection);
  const [columns, setColumns] = useState(restored?.mapping ?? start.columns ?? noColumns);
  const [refusal, setRefusal] = useState(noRefusal);
  const sent: Sent = { values, mapping: columns.mapping };
  // For what ends later than the event that began it: more may have been typed since.
  const latest = useRef({ values, columns });
  useEffect(() => {
    latest.current = { values, columns };
  }, [values, columns]);

  const { keep } = draft;
  const keepsInspection = start.inspection === undefined;
  const untouched = useRef<string>(undefined);
  useEffect(() => {
    const kept = keepsInspection ? inspection : undefined;
    const content = { values, mapping: columns, file, uploadId, told, inspection: kept };
    const text = JSON.stringify(content);
    untouched.current ??= text;
    // Looking at a form is not a draft of it.
    if (text !== untouched.current) keep(content);
  }, [keep, values, columns, file, uploadId, told, inspection, keepsInspection]);

  /** Back to what the server holds, or to an empty form; the file and what was recognised in it stay. */
  function startOver() {
    setValues({ ...noValues, ...start.values });
    setTold({});
    setColumns(start.columns ?? (inspection ? initialMapping(inspection) : noColumns));
    setRefusal(noRefusal);
  }

  /**
   * Fills in the values of a file; without one, removes the previous file's values that the user
   * has not changed.
   */
  function fillIn(next: Inspection | undefined) {
    const filled = refilled(latest.current.values, told, next ? toldBy(next) : {});
    change(filled.values);
    setTold(filled.told);
  }

  /** Stores the inspection of a file; choices made for a file with the same header stay. */
  function inspected(next: Inspection, chosen: ChosenFile) {
    const sameHeader = inspection !== undefined && next.header.join("\t") === inspection.header.join("\t");
    setFile(chosen);
    setInspection(next);
    setRefusal(noRefusal);
    if (!sameHeader || Object.keys(columns.mapping).length === 0) setColumns(initialMapping(next));
    fillIn(next);
  }

  function forgetFile() {
    fillIn(undefined);
    setFile(undefined);
    setUploadId(undefined);
    setInspection(undefined);
    setColumns(noColumns);
  }

  /**
   * Registered as sent. Values typed since become the draft of the edit form; returns whether there
   * are any.
   */
  function handedIn(id: string): boolean {
    const now = latest.current;
    const left = JSON.stringify([now.values, now.columns]) !== JSON.stringify([values, columns]);
    draft.discard();
    const content = { values: now.values, mapping: now.columns };
    if (left) writeDraft(uploadDraft, { ...start.draftOf, object: id }, { content, savedAt: Date.now() });
    return left;
  }

  /** Puts the server's complaints at their fields and answers where the first one is. */
  function refuse(fields: readonly FieldError[]): Placed {
    const placed = placeErrors(fields);
    setRefusal({ placed, sent });
    return placed;
  }

  return {
    draft,
    values,
    latest,
    change,
    file,
    uploadId,
    setUploadId,
    inspection,
    columns,
    setColumns,
    refused: stillRefused(refusal.placed, refusal.sent, sent),
    inspected,
    forgetFile,
    handedIn,
    refuse,
    startOver,
  };
}

export type Wizard = ReturnType<typeof useWizard>;
