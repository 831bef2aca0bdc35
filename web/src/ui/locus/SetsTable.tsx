import { formatCount, formatDecimal } from "@/lib/format/format";
import shared from "../data.module.css";
import { ScrollRegion } from "../table/ScrollRegion";
import { SignalMark } from "./SignalMark";
import signals from "./signals.module.css";
import type { LocusReport } from "./types";

/** Probabilities and shares; nothing is certain. */
const share = (value: number | null) => (value == null ? "–" : value >= 0.9995 ? "> 0.999" : formatDecimal(value, 3));

/** The credible sets of a locus, one per signal. */
export function SetsTable({ locus }: { locus: LocusReport }) {
  if (locus.credible_sets.length === 0) return <p className={shared.emptyNote}>There is no credible set.</p>;
  return (
    <ScrollRegion label="Credible sets of the locus, table" className={shared.scroll}>
      <table className={`${shared.table} ${signals.signals}`}>
        <thead>
          <tr>
            <th scope="col">Signal</th>
            <th scope="col">Top variant</th>
            <th scope="col" className={shared.number}>
              PIP
            </th>
            <th scope="col" className={shared.number}>
              Size
            </th>
            <th scope="col" className={shared.number}>
              Coverage
            </th>
            <th scope="col" className={shared.number}>
              Purity
            </th>
            <th scope="col" className={shared.number}>
              ln BF
            </th>
          </tr>
        </thead>
        <tbody>
          {locus.credible_sets.map((set, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signal is its number
            <tr key={i}>
              <td>
                <SignalMark signal={i + 1} />
                {i + 1}
              </td>
              <td className={shared.mono}>{set.variants[0]?.variant}</td>
              <td className={shared.number}>{share(set.variants[0]?.pip ?? null)}</td>
              <td className={shared.number}>{formatCount(set.size)}</td>
              <td className={shared.number}>{share(set.coverage)}</td>
              <td className={shared.number}>{share(set.purity)}</td>
              <td className={shared.number}>
                {set.log_bayes_factor == null ? "–" : formatDecimal(set.log_bayes_factor, 1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
