/** A meta-analysis of the same QC runs with the same options has the same result, byte by byte. */
import type { HermesUploadRow } from "@/api/hermes/hermes";
import type { MetaAnalysis } from "@/api/hermes/meta";
import { confirmations } from "../words";
import { type Draft, draftOf, sentOptions } from "./draft";

/** The newest run that this choice would only repeat. */
export function sameRun(
  standing: readonly MetaAnalysis[],
  chosen: readonly HermesUploadRow[],
  options: Draft["options"],
): MetaAnalysis | undefined {
  if (chosen.length < 2 || chosen.some((upload) => !upload.run)) return undefined;
  const ids = chosen.map((upload) => upload.id);
  const wanted = choiceKey(
    chosen.map((upload) => upload.run?.id ?? ""),
    ids,
    options,
  );
  return standing
    .filter((meta) => meta.phenotype === chosen[0]?.phenotype && keyOf(meta) === wanted)
    .sort((a, b) => b.created_at.localeCompare(a.created_at))[0];
}

function keyOf(meta: MetaAnalysis): string {
  const runs = meta.inputs.map((input) => input.run_id);
  const ids = meta.inputs.map((input) => input.upload_id);
  return choiceKey(runs, ids, draftOf(meta).options);
}

/** What a result depends on; confirmations change nothing, nor does the order of the submissions. */
function choiceKey(runs: readonly string[], ids: readonly string[], options: Draft["options"]): string {
  const plain = { ...options, overlaps: options.overlaps.map(({ a, b, correlation }) => ({ a, b, correlation })) };
  for (const one of confirmations) plain[one] = false;
  const sent = Object.entries(sentOptions(plain, ids)).sort(([a], [b]) => a.localeCompare(b));
  return JSON.stringify([[...runs].sort(), sent]);
}
