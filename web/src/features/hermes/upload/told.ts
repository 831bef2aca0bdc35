import type { Inspection } from "@/api/hermes/hermes";
import { formatCount } from "@/lib/format/format";
import { buildWords, guessedBuild } from "@/lib/sumstats/inspection";
import type { MetadataKey, Values } from "./fields";
import { parseNumber } from "./metadata";

const toldKeys = ["genomeBuild", "cases", "totalSampleSize", "analysisSoftware"] as const;
export type ToldKey = (typeof toldKeys)[number];
export type Told = Partial<Record<ToldKey, string>>;

/** The metadata that a file states itself. */
export function toldBy(inspection: Inspection): Told {
  const { n, n_cases } = inspection.totals;
  return {
    genomeBuild: guessedBuild(inspection),
    cases: n_cases && String(n_cases.value),
    totalSampleSize: n && String(n.value),
    analysisSoftware: inspection.program,
  };
}

/** The source of a value in the file, as a sentence; undefined if it is not in the file. */
function sourceOf(key: ToldKey, { totals, program, ...inspection }: Inspection): string | undefined {
  switch (key) {
    case "totalSampleSize":
      return totals.n?.reason;
    case "cases":
      return totals.n_cases?.reason;
    case "analysisSoftware":
      return program && `The columns are those of ${program}.`;
    default:
      return `The file: ${buildWords({ totals, ...inspection })}.`;
  }
}

/** The hint of a field about the file: the source of its value, or that another one was entered. */
export function toldHint(key: MetadataKey, values: Values, inspection: Inspection | undefined): string | undefined {
  const field = toldKeys.find((told) => told === key);
  const said = field && inspection && toldBy(inspection)[field];
  const source = said && sourceOf(field, inspection);
  if (!source || field === "genomeBuild") return source || undefined;
  if (same(values[key], said)) return `${said === values[key] ? "From the file. " : ""}${source}`;
  return `Stated in the file: ${shown(said)}. ${source}`;
}

const shown = (text: string) => (/^\d+$/.test(text) ? formatCount(Number(text)) : text);

const same = (typed: string, said: string) => typed.trim() === said || parseNumber(typed) === Number(said);

/**
 * The values to fill in for a new file: for empty fields, and for fields filled in from the
 * previous file. Values that the new file does not contain are removed with the previous file.
 */
export function refilled(now: Values, before: Told, told: Told): { values: Told; told: Told } {
  const values: Told = {};
  const kept: Told = {};
  for (const key of toldKeys) {
    const untouched = now[key] === "" || now[key] === before[key];
    if (!untouched) continue;
    values[key] = told[key] ?? "";
    if (told[key] !== undefined) kept[key] = told[key];
  }
  return { values, told: kept };
}
