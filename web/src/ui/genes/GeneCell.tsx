import { Link } from "@tanstack/react-router";
import { type BrowseArea, type BrowseBuild, browseLink } from "@/lib/route/browse-address";
import classes from "./GeneCell.module.css";
import { formatDistance, type NearGenes } from "./genes";

interface Props {
  near: NearGenes;
  /** The root of the gene pages; absent: the names are not links. */
  area?: BrowseArea;
  build?: BrowseBuild | undefined;
}

/**
 * A table cell with the nearest gene, or those that contain the variant; gene symbols are in
 * italics.
 */
export function GeneCell({ near, area, build }: Props) {
  const { nearest_genes: genes, gene_distance: distance } = near;
  if (!genes?.length) return <td>–</td>;
  return (
    <td>
      {genes.map((gene, i) => (
        <i key={gene}>
          {i > 0 && ", "}
          {area ? (
            <Link {...browseLink(area, "gene", gene, { build })} className={classes.link}>
              {gene}
            </Link>
          ) : (
            gene
          )}
        </i>
      ))}
      {distance ? <span className={classes.away}>{formatDistance(distance)}</span> : null}
    </td>
  );
}
