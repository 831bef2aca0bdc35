/** The variants of a locus as files, in all their digits: what the figure and the tables show, and nothing else. */

import { numberCell, toTsv } from "@/lib/text/csv";
import type { JudgedLocus } from "./types";

const columns = [
  ...["chromosome", "base_pair_location", "effect_allele", "other_allele", "rsid", "beta", "standard_error"],
  ...[
    "neg_log_10_p_value",
    "n",
    "r_lead",
    "dentist_s_neg_log_10_p",
    "outlier",
    "pip",
    "credible_set",
    "log_bayes_factors",
  ],
];

/** A line per variant; log Bayes factors of the signals are between semicolons. */
export function locusTsv({ locus, variants: v }: JudgedLocus): string {
  if (!locus || !v) return toTsv(columns, []);
  const chromosome = locus.region.split(":")[0] ?? "";
  return toTsv(
    columns,
    v.position.map((position, i) => [
      ...[chromosome, String(position), v.effect_allele[i] ?? "", v.other_allele[i] ?? "", v.rsid[i] ?? ""],
      ...[v.beta, v.standard_error, v.neg_log_10_p_value, v.n, v.r, v.dentist_s_neg_log_10_p].map((of) =>
        numberCell(of[i]),
      ),
      v.dentist_s_neg_log_10_p[i] == null ? "" : String(v.outlier[i]),
      numberCell(v.pip[i]),
      v.credible_set[i] ? String(v.credible_set[i]) : "",
      v.log_bayes_factors.map((of) => numberCell(of[i])).join(";"),
    ]),
  );
}

/** Verdict, settings, sets and variants, as the server returned them. */
export const locusJson = (data: JudgedLocus): string => JSON.stringify(data, null, 2);
