import { Link } from "@tanstack/react-router";
import { chromosomeName } from "@/lib/genome/region";
import { type BrowseArea, type BrowseBuild, browseLink } from "@/lib/route/browse-address";
import shared from "@/ui/data.module.css";

interface Props {
  area: BrowseArea;
  build?: BrowseBuild | undefined;
  lead: {
    chromosome: number;
    base_pair_location: number;
    effect_allele: string;
    other_allele: string;
    rsid?: string | null | undefined;
  };
}

/** The cell of a table that leads to the page of a variant. */
export function VariantCell(props: Props) {
  return (
    <td className={shared.mono}>
      <VariantLink {...props} />
    </td>
  );
}

/** Leads to the page of a variant, by its rs number where it has one. Without a position it has no page. */
export function VariantLink({ area, build, lead }: Props) {
  if (lead.chromosome === 0) return lead.rsid || "–";
  const id = `${chromosomeName(lead.chromosome)}:${lead.base_pair_location}:${lead.other_allele}:${lead.effect_allele}`;
  return (
    <Link {...browseLink(area, "variant", id, { build })} aria-label={`All results of ${lead.rsid || id}`}>
      {lead.rsid || "all results"}
    </Link>
  );
}
