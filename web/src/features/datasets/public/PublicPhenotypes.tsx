import { Link } from "@tanstack/react-router";
import type { PublicDataset, PublicPhenotype } from "@/api/public-datasets";
import shared from "@/ui/data.module.css";
import page from "../page/page.module.css";
import { sizeWords } from "../page/words";
import classes from "./public.module.css";

interface Props {
  dataset: PublicDataset;
  shown: PublicPhenotype | undefined;
}

/** Which phenotype is looked at. */
export function PublicPhenotypes({ dataset: { id, phenotypes }, shown }: Props) {
  return (
    <nav aria-label="Phenotypes">
      <ul className={classes.phenotypes}>
        {phenotypes.map((phenotype) => (
          <li key={phenotype.id}>
            <Link
              className={page.choice}
              to="/p/datasets/$id"
              params={{ id }}
              search={{ phenotype: phenotype.id }}
              aria-current={phenotype === shown ? "page" : undefined}
              resetScroll={false}
            >
              <span className={page.choiceName}>{phenotype.description || phenotype.phenotype}</span>
              <span className={shared.faint}>{sizeWords(phenotype)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
