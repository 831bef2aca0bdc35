import { plural } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import type { LocusReport } from "@/ui/locus/types";
import { verdictWords } from "@/ui/locus/verdict";
import { WordTag } from "@/ui/Tag";

/** The verdict on a locus and its signals, in a row. */
export function VerdictCells({ judged }: { judged: LocusReport | undefined }) {
  if (!judged) {
    return (
      <>
        <td>–</td>
        <td>–</td>
      </>
    );
  }
  const sets = judged.credible_sets;
  return (
    <>
      <td title={judged.sentences.join(" ")}>
        <WordTag {...verdictWords[judged.verdict]} />
      </td>
      <td className={shared.number} title={judged.why_one_signal}>
        {sets.length === 0 ? "–" : `${sets.length} (${plural(sets[0]?.size ?? 0, "variant")})`}
      </td>
    </>
  );
}
