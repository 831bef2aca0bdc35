import type { Measure } from "@/lib/format/measure";
import { interval } from "@/ui/chart/forest";
import { formatP, shortenP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import type { Locus } from "../summary";

interface HeadProps {
  ancestries: readonly string[];
  measure: Measure;
  words: (code: string) => string;
}

/** Columns of the results of each ancestry at a locus, and their differences. */
export function AncestryHeads({ ancestries, measure, words }: HeadProps) {
  if (ancestries.length === 0) return null;
  return (
    <>
      {ancestries.map((code) => (
        <th key={code} scope="col" className={shared.number}>
          {words(code)}: {measure.name}, P
        </th>
      ))}
      <th scope="col" className={shared.number}>
        P between ancestries
      </th>
    </>
  );
}

interface CellsProps {
  locus: Locus;
  ancestries: readonly string[];
  measure: Measure;
}

/** The effect of a lead variant in each ancestry and the P value of their difference, as cells of its row. */
export function AncestryCells({ locus, ancestries, measure }: CellsProps) {
  if (ancestries.length === 0) return null;
  const between = locus.between?.het_p;
  return (
    <>
      {ancestries.map((code) => {
        const one = locus.ancestries?.find((ancestry) => ancestry.name === code);
        const known = one?.beta != null && one.standard_error != null;
        const effect = { name: "", beta: one?.beta ?? undefined, se: one?.standard_error ?? undefined };
        return (
          <td key={code} className={shared.number}>
            {known ? interval(effect, measure.ratio) : "–"}
            {known && <div className={shared.mono}>{formatP(one.neg_log_10_p_value)}</div>}
          </td>
        );
      })}
      <td className={`${shared.number} ${shared.mono}`}>{between && between !== "NA" ? shortenP(between) : "–"}</td>
    </>
  );
}
