import { useEffect, useRef } from "react";
import type { Schemas } from "@/lib/contract";
import { formatCount, plural } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import type { BrowseArea, BrowseBuild } from "@/lib/route/browse-address";
import { Card } from "../Card";
import { formatLocus, formatNumber, formatP } from "../chart/words";
import shared from "../data.module.css";
import { NumberHead } from "../table/NumberHead";
import { useRowSort } from "../table/rowSort";
import { ScrollRegion } from "../table/ScrollRegion";
import { GeneCell } from "./GeneCell";
import { geneListWords, someGenes } from "./genes";
import { VariantCell } from "./VariantCell";

export type LeadRow = Schemas["QcLead"];

/** What a list of lead variants needs of a report. */
export interface Leads {
  lead_variants: LeadRow[];
  n_leads?: number | null;
  genes?: Schemas["GeneList"] | undefined;
}

interface Props {
  report: Leads;
  area: BrowseArea;
  /** That of the positions. */
  build: BrowseBuild | undefined;
  /** variant_id of the row that is chosen. */
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

const numbers = {
  eaf: (lead: LeadRow) => lead.effect_allele_frequency,
  beta: (lead: LeadRow) => lead.beta,
  se: (lead: LeadRow) => lead.standard_error,
  // The strongest has the smallest P.
  p: (lead: LeadRow) => lead.neg_log_10_p_value && -lead.neg_log_10_p_value,
  n: (lead: LeadRow) => lead.n,
};

/** The strongest variant of each locus with its effect; choosing one marks it in the Manhattan figure. */
export function TopHits({ report, area, build, selected, onSelect }: Props) {
  const leads = report.lead_variants;
  const sort = useRowSort(leads, numbers);
  const genes = someGenes(leads);
  const total = report.n_leads ?? leads.length;
  const list = genes && geneListWords(report.genes);
  const notes = [
    leads.length < total && `The strongest ${formatCount(leads.length)} are listed.`,
    list && `Genes: ${list}.`,
  ].filter((note) => typeof note === "string");
  return (
    <Card title="Top hits" aside={`${plural(total, "locus", "loci")} below 5e-8`} flush>
      {leads.length === 0 ? (
        <p className={shared.emptyNote}>No variant has P below 5e-8.</p>
      ) : (
        <ScrollRegion label="Top hits, table" className={shared.tall}>
          <table className={shared.table}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                <th scope="col">rsID</th>
                {genes && <th scope="col">Gene</th>}
                <th scope="col">EA / OA</th>
                <NumberHead sort={sort} by="eaf">
                  EAF
                </NumberHead>
                <NumberHead sort={sort} by="beta">
                  Beta
                </NumberHead>
                <NumberHead sort={sort} by="se">
                  SE
                </NumberHead>
                <NumberHead sort={sort} by="p">
                  P
                </NumberHead>
                <NumberHead sort={sort} by="n">
                  N
                </NumberHead>
              </tr>
            </thead>
            <tbody>
              {sort.rows.map((lead) => (
                <Row
                  key={lead.variant_id}
                  area={area}
                  build={build}
                  lead={lead}
                  genes={genes}
                  current={lead.variant_id === selected}
                  onSelect={() => onSelect(lead.variant_id)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {notes.length > 0 && <p className={shared.emptyNote}>{notes.join(" ")}</p>}
    </Card>
  );
}

interface RowProps {
  lead: LeadRow;
  area: BrowseArea;
  build: BrowseBuild | undefined;
  genes: boolean;
  current: boolean;
  onSelect: () => void;
}

function Row({ lead, area, build, genes, current, onSelect }: RowProps) {
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
      <VariantCell area={area} build={build} lead={lead} />
      {genes && <GeneCell near={lead} area={area} build={build} />}
      <td className={shared.alleles} title={alleles}>
        {alleles}
      </td>
      <td className={shared.number}>{formatFrequency(lead.effect_allele_frequency)}</td>
      <td className={shared.number}>{formatNumber(lead.beta)}</td>
      <td className={shared.number}>{formatNumber(lead.standard_error)}</td>
      <td className={`${shared.number} ${shared.mono}`}>{formatP(lead.neg_log_10_p_value)}</td>
      <td className={shared.number}>{formatCount(lead.n)}</td>
    </tr>
  );
}
