import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DatasetPhenotype } from "@/api/datasets/datasets";
import type { PublicPhenotype } from "@/api/datasets/public";
import shared from "@/ui/data.module.css";
import classes from "./page.module.css";
import { sizeWords } from "./words";

interface Props {
  phenotype: DatasetPhenotype | PublicPhenotype;
  current: boolean;
  /** Where it is looked at; made by `linkOptions`. */
  link: LinkProps;
  /** The state of its check. */
  children?: ReactNode;
}

/** One phenotype in the list of those to look at. */
export function PhenotypeChoice({ phenotype, current, link, children }: Props) {
  return (
    <li>
      <Link className={classes.choice} {...link} aria-current={current ? "page" : undefined} resetScroll={false}>
        <span className={classes.choiceName}>{phenotype.description || phenotype.phenotype}</span>
        <span className={shared.faint}>{sizeWords(phenotype)}</span>
        {children}
      </Link>
    </li>
  );
}
