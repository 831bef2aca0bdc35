import { useEffect, useMemo, useRef } from "react";
import type { HermesUpload } from "@/api/hermes/hermes";
import { formatCount, formatDecimal, plural } from "@/lib/format/format";
import { formatFrequency } from "@/lib/format/format-number";
import { browseBuildOf } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import { formatLocus, formatP } from "@/ui/chart/words";
import shared from "@/ui/data.module.css";
import { GeneCell } from "@/ui/genes/GeneCell";
import { someGenes } from "@/ui/genes/genes";
import { VariantLink } from "@/ui/genes/VariantCell";
import { KnownCell } from "@/ui/known/KnownCell";
import { NumberHead } from "@/ui/table/NumberHead";
import { useRowSort } from "@/ui/table/rowSort";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { useKnown } from "../useKnown";
import classes from "./qc.module.css";
import type { QcReport } from "./report";

interface Props {
  upload: HermesUpload;
  report: QcReport;
  selected: string | undefined;
  onSelect: (variant: string) => void;
}

const listed = 100;

type Lead = QcReport["lead_variants"][number];

const numbers = {
  eaf: (lead: Lead) => lead.effect_allele_frequency,
  beta: (lead: Lead) => lead.beta,
  p: (lead: Lead) => lead.neg_log_10_p_value && -lead.neg_log_10_p_value,
};

/** The strongest variant of each locus; choosing one marks it in the Manhattan figure. */
export function LeadsCard({ upload, report, selected, onSelect }: Props) {
  const leads = useMemo(() => report.lead_variants.slice(0, listed), [report]);
  const { phenotype, ancestry } = upload;
  const known = useKnown({ build: report.build, phenotype, ancestry, leads });
  const rows = useMemo(() => leads.map((lead, at) => ({ ...lead, known: known.items[at] })), [leads, known.items]);
  const sort = useRowSort(rows, numbers);
  const genes = someGenes(leads);
  const build = browseBuildOf(report.build);
  const total = report.n_leads ?? report.lead_variants.length;
  const chosen = useRef<HTMLTableRowElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new choice is what must come into view
  useEffect(() => {
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);

  return (
    <Card title="Lead variants" aside={total > 0 && `${plural(total, "locus", "loci")} below 5e-8`} flush>
      {leads.length === 0 ? (
        <p className={shared.emptyNote}>
          {report.rows_clean === 0
            ? "No row was kept, so there are no lead variants."
            : "No variant of the clean file has P below 5e-8."}
        </p>
      ) : (
        <ScrollRegion label="Lead variants, table" className={shared.tall}>
          <table className={`${shared.table} ${classes.leads}`}>
            <thead>
              <tr>
                <th scope="col">Variant</th>
                {genes && <th scope="col">Gene</th>}
                {known.items.length > 0 && <th scope="col">Known or new</th>}
                <th scope="col">EA / OA</th>
                <NumberHead sort={sort} by="eaf">
                  Frequency
                </NumberHead>
                <NumberHead sort={sort} by="beta">
                  Effect (SE)
                </NumberHead>
                <NumberHead sort={sort} by="p">
                  P
                </NumberHead>
              </tr>
            </thead>
            <tbody>
              {sort.rows.map((lead) => {
                const current = lead.variant_id === selected;
                return (
                  <tr
                    key={lead.variant_id}
                    ref={current ? chosen : undefined}
                    className={current ? shared.chosen : undefined}
                  >
                    <td className={shared.mono}>
                      <button
                        type="button"
                        className={shared.linkButton}
                        aria-pressed={current}
                        title={lead.rsid}
                        onClick={() => onSelect(lead.variant_id)}
                      >
                        {formatLocus(lead.chromosome, lead.base_pair_location)}
                      </button>
                      {lead.support === 0 && <span className={classes.lonely}>alone</span>}
                      <div className={classes.leadLink}>
                        <VariantLink area="hermes" build={build} lead={lead} />
                      </div>
                    </td>
                    {genes && <GeneCell near={lead} area="hermes" build={build} />}
                    {known.items.length > 0 && <KnownCell locus={lead.known} />}
                    <td className={shared.alleles}>
                      {lead.effect_allele} / {lead.other_allele}
                    </td>
                    <td className={shared.number}>{formatFrequency(lead.effect_allele_frequency)}</td>
                    <td className={shared.number}>
                      {formatDecimal(lead.beta, 3)}{" "}
                      <span className={shared.faint}>({formatDecimal(lead.standard_error, 3)})</span>
                    </td>
                    <td className={`${shared.number} ${shared.mono}`}>{formatP(lead.neg_log_10_p_value)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {known.note && <p className={shared.emptyNote}>{known.note}</p>}
      {leads.length < total && (
        <p className={shared.emptyNote}>
          The strongest {leads.length}; {report.lead_variants.length < total ? "the first" : "all"}{" "}
          {formatCount(report.lead_variants.length)} are in the report (JSON).
        </p>
      )}
    </Card>
  );
}
