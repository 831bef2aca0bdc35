import type { BrowseGene, GeneAnswer } from "@/api/browse/variant";
import { formatCount, plural } from "@/lib/format/format";
import type { BrowseBuild } from "@/lib/route/browse-address";
import { formatDistance } from "@/ui/genes/genes";
import { buildLabel } from "../words";
import classes from "./gene.module.css";

const spanWords = ({ chromosome, start, end }: BrowseGene): string =>
  `${chromosome}:${formatCount(start)}–${formatCount(end)}`;

const strandWords = { "+": "plus strand", "-": "minus strand" } as const;

/** "4:111,538,579–111,563,279 · minus strand · 24.7 kb · 7 exons · GRCh37 (hg19)" */
export function geneWords(gene: BrowseGene, build: BrowseBuild): string {
  return [
    spanWords(gene),
    strandWords[gene.strand],
    formatDistance(gene.end - gene.start + 1),
    gene.exons.length > 0 ? plural(gene.exons.length, "exon") : "",
    "protein coding",
    buildLabel(build),
  ]
    .filter(Boolean)
    .join(" · ");
}

interface Props {
  gene: BrowseGene;
  elsewhere: GeneAnswer["elsewhere"];
  build: BrowseBuild;
}

/**
 * Names, the position on the other genome build, and links to other sites, which load nothing until
 * clicked.
 */
export function GeneFacts({ gene, elsewhere, build }: Props) {
  const { symbol, ensembl_id: id, aliases } = gene;
  const links = [
    ["Ensembl", `https://www.ensembl.org/Homo_sapiens/Gene/Summary?g=${id}`],
    ["Open Targets", `https://platform.opentargets.org/target/${id}`],
    ["GWAS Catalog", `https://www.ebi.ac.uk/gwas/genes/${encodeURIComponent(symbol)}`],
    ["gnomAD", `https://gnomad.broadinstitute.org/gene/${id}`],
  ];
  const other = build === "GRCh37" ? "GRCh38" : "GRCh37";
  return (
    <div className={classes.facts}>
      <span className={classes.mono}>{id}</span>
      {aliases.length > 0 && <span>also {aliases.join(", ")}</span>}
      <span>
        {buildLabel(other)}: {elsewhere ? <span className={classes.mono}>{spanWords(elsewhere)}</span> : "not there"}
      </span>
      {links.map(([name, address]) => (
        <a key={name} href={address} target="_blank" rel="noreferrer">
          {name} ↗
        </a>
      ))}
    </div>
  );
}
