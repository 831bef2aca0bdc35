import { useEffect, useRef, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import type { Inspection } from "@/api/hermes";
import type { FieldError } from "@/lib/api-error";
import { type DraftOf, useDraft } from "@/lib/draft";
import { guessedBuild } from "@/lib/sumstats/inspection";
import { initialMapping, type MappingState } from "@/lib/sumstats/mapping";
import { uploadDraft } from "./draft";
import type { Values } from "./fields";
import { noValues } from "./metadata";
import { type Placed, placeErrors, type Sent, stillRefused } from "./places";

const noColumns: MappingState = { mapping: {}, decided: [] };

/** What the server refused, and the values it refused. */
interface Refusal {
  placed: Placed;
  sent: Sent;
}

const noRefusal: Refusal = { placed: placeErrors([]), sent: { values: {}, mapping: {} } };

export interface WizardStart {
  draftOf: DraftOf;
  /** For a data set that is registered: what the server holds. */
  values?: Values;
  columns?: MappingState;
  inspection?: Inspection;
}

const toldKeys = ["genomeBuild", "cases", "totalSampleSize"] as const;

/** The metadata that a file states itself. */
export function toldBy(inspection: Inspection): Partial<Record<(typeof toldKeys)[number], string>> {
  const { totals } = inspection;
  return {
    genomeBuild: guessedBuild(inspection),
    cases: totals && String(totals.n_cases),
    totalSampleSize: totals && String(totals.n_cases + totals.n_controls),
  };
}

export interface ChosenFile {
  name: string;
  size: number;
}

/** The state that all steps share: form, file facts, columns, the server's complaints. All of it is drafted. */
export function useWizard(start: WizardStart) {
  const draft = useDraft(uploadDraft, start.draftOf);
  const { restored } = draft;
  const form = useForm<Values>({
    defaultValues: { ...noValues, ...start.values, ...restored?.values },
  });
  const [file, setFile] = useState<ChosenFile | undefined>(restored?.file);
  const [uploadId, setUploadId] = useState(restored?.uploadId);
  const [inspection, setInspection] = useState(start.inspection ?? restored?.inspection);
  const [columns, setColumns] = useState(restored?.mapping ?? start.columns ?? noColumns);
  const [refusal, setRefusal] = useState(noRefusal);
  const values = useWatch({ control: form.control }) as Values;
  const sent: Sent = { values, mapping: columns.mapping };

  const { keep } = draft;
  const keepsInspection = start.inspection === undefined;
  const untouched = useRef<string>(undefined);
  useEffect(() => {
    const content = { values, mapping: columns, file, uploadId, inspection: keepsInspection ? inspection : undefined };
    const text = JSON.stringify(content);
    untouched.current ??= text;
    // Looking at a form is not a draft of it.
    if (text !== untouched.current) keep(content);
  }, [keep, values, columns, file, uploadId, inspection, keepsInspection]);

  /** Back to what the server holds, or to an empty form; the file and what was recognised in it stay. */
  function startOver() {
    form.reset({ ...noValues, ...start.values });
    setColumns(start.columns ?? (inspection ? initialMapping(inspection) : noColumns));
    setRefusal(noRefusal);
  }

  /** What the file says, where the user has said nothing, or nothing but what the file before it said. */
  function fillIn(key: keyof Values, value: string | undefined, before: string | undefined) {
    const now = form.getValues(key);
    if (value && (!now || now === before)) form.setValue(key, value);
  }

  /** Takes what the reader says of a file; choices made for a file of the same header stay. */
  function inspected(next: Inspection, chosen: ChosenFile) {
    const sameHeader = inspection !== undefined && next.header.join("\t") === inspection.header.join("\t");
    setFile(chosen);
    setInspection(next);
    setRefusal(noRefusal);
    if (!sameHeader || Object.keys(columns.mapping).length === 0) setColumns(initialMapping(next));
    const told = toldBy(next);
    const before = inspection && toldBy(inspection);
    for (const key of toldKeys) fillIn(key, told[key], before?.[key]);
  }

  function forgetFile() {
    const told = inspection && toldBy(inspection);
    for (const key of toldKeys) if (told?.[key] === form.getValues(key)) form.setValue(key, "");
    setFile(undefined);
    setUploadId(undefined);
    setInspection(undefined);
    setColumns(noColumns);
  }

  /** Puts the server's complaints at their fields and answers where the first one is. */
  function refuse(fields: readonly FieldError[]): Placed {
    const placed = placeErrors(fields);
    setRefusal({ placed, sent });
    return placed;
  }

  return {
    draft,
    form,
    values,
    file,
    uploadId,
    setUploadId,
    inspection,
    columns,
    setColumns,
    refused: stillRefused(refusal.placed, refusal.sent, sent),
    inspected,
    forgetFile,
    refuse,
    startOver,
  };
}

export type Wizard = ReturnType<typeof useWizard>;
