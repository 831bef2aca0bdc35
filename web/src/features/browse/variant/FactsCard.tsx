import { Link } from "@tanstack/react-router";
import type { VariantAnswer } from "@/api/browse/variant";
import { type BrowseArea, browseLink } from "@/lib/route/browse-address";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { Fact, Facts } from "@/ui/Facts";
import { formatDistance } from "@/ui/genes/genes";
import { buildLabel, placeOf } from "../words";
import classes from "./variant.module.css";
import { changeOf, seenIn } from "./words";

interface Props {
  area: BrowseArea;
  data: VariantAnswer;
}

/** The facts about the variant that do not depend on a result. */
export function FactsCard({ area, data }: Props) {
  const { variant, genome_build: build, genes, absent } = data;
  const { seen, asked } = seenIn(data);
  return (
    <Card title="Facts">
      <Facts className={classes.facts}>
        <Fact name="Change">
          <span className={classes.mono}>{changeOf(variant)}</span>
        </Fact>
        <Fact name={buildLabel(build)}>
          <span className={classes.mono}>{placeOf(variant)}</span>
        </Fact>
        <Elsewhere elsewhere={data.elsewhere} />
        <Fact name="Nearest genes">
          {genes.length === 0 && "none on this chromosome"}
          {genes.map(({ gene, distance }, i) => (
            <span key={gene.ensembl_id}>
              {i > 0 && " · "}
              <Link {...browseLink(area, "gene", gene.ensembl_id, { build })}>
                <i>{gene.symbol}</i>
              </Link>{" "}
              {distance === 0 ? "within" : formatDistance(distance)}
            </span>
          ))}
          {data.gene_source && <div className={shared.faint}>{data.gene_source}</div>}
        </Fact>
        <Fact name="Seen in">
          {seen} of {asked}
          {absent.length > 0 && (
            <>
              , <a href="#absent">missing from {absent.length}</a>
            </>
          )}
        </Fact>
        <Fact name="Elsewhere on the web">
          <WebLinks data={data} />
        </Fact>
      </Facts>
    </Card>
  );
}

function Elsewhere({ elsewhere }: Pick<VariantAnswer, "elsewhere">) {
  const { genome_build: build, chromosome, position, reversed, missing, chain } = elsewhere;
  return (
    <Fact name={build ? buildLabel(build) : "Other genome builds"}>
      {chromosome && position !== undefined ? (
        <>
          <span className={classes.mono}>{placeOf({ chromosome, position })}</span>
          {reversed && ", on the other strand"}
          {chain && <div className={shared.faint}>by {chain}</div>}
        </>
      ) : (
        missing
      )}
    </Fact>
  );
}

/** Nothing is fetched from there: they are opened by who clicks them. gnomAD is asked for the place on GRCh38, its own. */
function WebLinks({ data: { variant, genome_build, elsewhere } }: { data: VariantAnswer }) {
  const { rsid } = variant;
  const at = genome_build === "GRCh38" ? variant : elsewhere;
  const links = [
    rsid && ["dbSNP", `https://www.ncbi.nlm.nih.gov/snp/${rsid}`],
    rsid && ["GWAS Catalog", `https://www.ebi.ac.uk/gwas/variants/${rsid}`],
    rsid && ["Ensembl", `https://www.ensembl.org/Homo_sapiens/Variation/Explore?v=${rsid}`],
    at.position && [
      "gnomAD",
      `https://gnomad.broadinstitute.org/region/${at.chromosome}-${at.position}-${at.position}`,
    ],
  ].filter((link) => Array.isArray(link));
  if (links.length === 0) return "–";
  return links.map(([name, address], i) => (
    <span key={name}>
      {i > 0 && " · "}
      <a href={address} target="_blank" rel="noreferrer">
        {name} ↗
      </a>
    </span>
  ));
}
