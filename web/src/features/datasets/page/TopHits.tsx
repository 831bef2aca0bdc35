import { useEffect, useRef } from "react";
import { formatCount } from "@/lib/format";
import { Card } from "@/ui/Card";
import { formatLocus, formatNumber, formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import classes from "./page.module.css";
import type { CheckReport, LeadRow } from "./report";

interface Props {
  report: CheckReport;
  /** variant_id of the row that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

/** The strongest variant of each locus with its effect; choosing one marks it in the Manhattan figure. */
export function TopHits({ report, selected, onSelect }: Props) {
  const leads = report.lead_variants;
  const total = report.n_leads ?? leads.length;
  return (
    <Card title="Top hits" aside={`${formatCount(total)} loci below 5e-8`} flush>
      {leads.length === 0 ? (
        <p className={shared.emptyNote}>No variant has P below 5e-8.</p>
      ) : (
        <ScrollRegion label="Top hits, table" className={`${shared.tall} ${classes.tall}`}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">rsID</th>
                <th scope="col">EA / OA</th>
                <th scope="col" className={shared.number}>
                  EAF
                </th>
                <th scope="col" className={shared.number}>
                  Beta
                </th>
                <th scope="col" className={shared.number}>
                  SE
                </th>
                <th scope="col" className={shared.number}>
                  P
                </th>
                <th scope="col" className={shared.number}>
                  N
                </th>
              </tr>
            </thead>
            <tbody>
              {leads.map((lead) => (
                <Row
                  key={lead.variant_id}
                  lead={lead}
                  current={lead.variant_id === selected}
                  onSelect={() => onSelect(lead.variant_id)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {leads.length < total && (
        <p className={shared.emptyNote}>The strongest {formatCount(leads.length)} are listed.</p>
      )}
    </Card>
  );
}

function Row({ lead, current, onSelect }: { lead: LeadRow; current: boolean; onSelect: () => void }) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const alleles = `${lead.effect_allele} / ${lead.other_allele}`;
  return (
    <tr ref={row} className={current ? shared.chosen : undefined}>
      <td className={shared.mono}>
        <button type="button" className={shared.linkButton} aria-pressed={current} onClick={onSelect}>
          {formatLocus(lead.chromosome, lead.base_pair_location)}
        </button>
      </td>
      <td className={shared.mono}>{lead.rsid || "–"}</td>
      <td className={shared.alleles} title={alleles}>
        {alleles}
      </td>
      <td className={shared.number}>{formatNumber(lead.effect_allele_frequency)}</td>
      <td className={shared.number}>{formatNumber(lead.beta)}</td>
      <td className={shared.number}>{formatNumber(lead.standard_error)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(lead.neg_log_10_p_value)}</td>
      <td className={shared.number}>{formatCount(lead.n)}</td>
    </tr>
  );
}
