import { useEffect, useRef } from "react";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { parseCount } from "@/lib/format/count";
import { formatCount } from "@/lib/format/format";
import type { Inspection } from "@/lib/sumstats/contract";
import { guessedBuild, isRecognised } from "@/lib/sumstats/inspection";
import type { TextKey } from "../fields";
import { sumOf } from "../files/sizes";
import type { Task } from "../files/tasks";
import { labelOf } from "../words";
import type { DatasetFormState } from "./useDatasetForm";
import type { Values } from "./values";

const keys = ["name", "description", "global_sample_size"] as const satisfies readonly TextKey[];

/** What follows from the other answers; empty where too little is known. */
export type Composed = Readonly<Record<(typeof keys)[number], string>>;

/** "Lupus-Genetics-Study_SLE_EU_Mixed", a sentence of the same, and the people of the first file. */
export function composed({ texts, study }: Values, said: Task | undefined, codes: DatasetCodes): Composed {
  const phenotype = said?.phenotype.trim() ?? "";
  const sex = labelOf(codes.sex, texts.sex);
  const known = study.name.trim() !== "" && texts.ancestry !== "" && texts.sex !== "";
  const parts = [study.name, said?.code || phenotype, texts.ancestry, sex].filter((part) => part && !isAside(part));
  const words = [labelOf(codes.ancestry, texts.ancestry), sex].filter((part) => !isAside(part));
  const size = said && (parseCount(said.sample_size) ?? sumOf(said));
  return {
    name: known ? parts.map((part) => part.trim().replace(/[\s_]+/g, "-")).join("_") : "",
    description: known && phenotype ? `${[`${phenotype} in ${study.name.trim()}`, ...words].join(", ")}.` : "",
    global_sample_size: size ? formatCount(size) : "",
  };
}

/** Of a code that does not apply. */
const isAside = (part: string) => part.toLowerCase() === "n/a";

/** Fills in what follows, and follows it until something else is typed; answers which fields do. */
export function useComposed(form: DatasetFormState, now: Composed): ReadonlySet<TextKey> {
  const last = useRef<Composed>(now);
  const { texts } = form.values;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field that is emptied stays empty until something else changes
  useEffect(() => {
    const next = keys.filter((key) => now[key] && (texts[key] === "" || texts[key] === last.current[key]));
    last.current = { ...last.current, ...Object.fromEntries(next.map((key) => [key, now[key]])) };
    const changed = next.filter((key) => texts[key] !== now[key]);
    if (changed.length === 0) return;
    const filled = Object.fromEntries(changed.map((key) => [key, now[key]]));
    form.change((before) => ({ ...before, texts: { ...before.texts, ...filled } }), ...changed);
  }, [now.name, now.description, now.global_sample_size]);
  return new Set(keys.filter((key) => now[key] !== "" && texts[key] === now[key]));
}

/** The texts with what a file states, where nothing was typed. */
export function withStated(texts: Values["texts"], inspection: Inspection): Values["texts"] {
  const { n } = inspection.totals;
  const stated: Partial<Record<TextKey, string>> = {
    data_type: "gwas",
    genome_build: guessedBuild(inspection),
    analysis_software: isRecognised(inspection) ? (inspection.format_label ?? inspection.format) : undefined,
    global_sample_size: n && formatCount(n.value),
  };
  const missing = Object.entries(stated).filter(([key, text]) => text && texts[key as TextKey] === "");
  return { ...texts, ...Object.fromEntries(missing) };
}
