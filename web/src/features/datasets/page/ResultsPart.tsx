import { Link } from "@tanstack/react-router";
import type { Dataset, DatasetPhenotype } from "@/api/datasets";
import { Card } from "@/ui/Card";
import shared from "@/ui/data.module.css";
import { NoPhenotypes } from "./NoPhenotypes";
import { PhenotypeResults } from "./PhenotypeResults";
import { CheckTag } from "./PhenotypesCard";
import classes from "./page.module.css";
import { isJudged, sizeWords } from "./words";

interface Props {
  dataset: Dataset;
  /** Id of the phenotype in the address. */
  chosen: string | undefined;
}

/** What each file says: one phenotype at a time, with the list of all beside it. */
export function ResultsPart({ dataset, chosen }: Props) {
  const { phenotypes } = dataset;
  const shown =
    phenotypes.find(({ id }) => id === chosen) ?? phenotypes.find(({ file }) => isJudged(file?.check)) ?? phenotypes[0];
  if (!shown) {
    return (
      <Card>
        <NoPhenotypes dataset={dataset} />
      </Card>
    );
  }
  if (phenotypes.length === 1) return <PhenotypeResults key={shown.id} dataset={dataset} phenotype={shown} />;
  return (
    <div className={classes.results}>
      <nav className={classes.chooser} aria-label="Phenotypes">
        <Card flush>
          <ul className={classes.choices}>
            {phenotypes.map((phenotype) => (
              <li key={phenotype.id}>
                <Choice id={dataset.id} phenotype={phenotype} current={phenotype === shown} />
              </li>
            ))}
          </ul>
        </Card>
      </nav>
      <PhenotypeResults key={shown.id} dataset={dataset} phenotype={shown} />
    </div>
  );
}

function Choice({ id, phenotype, current }: { id: string; phenotype: DatasetPhenotype; current: boolean }) {
  return (
    <Link
      className={classes.choice}
      to="/datasets/$id"
      params={{ id }}
      search={{ part: "results", phenotype: phenotype.id }}
      aria-current={current ? "page" : undefined}
      resetScroll={false}
    >
      <span className={classes.choiceName}>{phenotype.description || phenotype.phenotype}</span>
      <span className={shared.faint}>{sizeWords(phenotype)}</span>
      <span>
        <CheckTag phenotype={phenotype} />
      </span>
    </Link>
  );
}
