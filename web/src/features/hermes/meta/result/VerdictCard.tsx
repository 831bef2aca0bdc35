import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { SetsTable } from "@/ui/locus/SetsTable";
import type { LociReport, LocusReport } from "@/ui/locus/types";
import { VerdictPart } from "@/ui/locus/VerdictPart";
import { methodWords } from "@/ui/locus/verdict";

/** Whether the chosen locus can be believed, why, and its credible sets. */
export function VerdictCard({ locus, report }: { locus: LocusReport; report: LociReport }) {
  return (
    <Card title={`Can ${locus.lead} be believed?`} aside={methodWords(locus)} flush>
      <VerdictPart locus={locus} settings={report} />
      {locus.why_one_signal && <p className={shared.emptyNote}>{locus.why_one_signal}</p>}
      <SetsTable locus={locus} />
    </Card>
  );
}
