import { linkOptions } from "@tanstack/react-router";
import type { Dataset } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { NoPhenotypes } from "./NoPhenotypes";
import { PhenotypeChoice } from "./PhenotypeChoice";
import { PhenotypeResults } from "./PhenotypeResults";
import { CheckTag } from "./PhenotypesCard";
import classes from "./page.module.css";
import { isJudged } from "./words";

interface Props {
  dataset: Dataset;
  /** Id of the phenotype in the address. */
  chosen: string | undefined;
}

/** The results of each file: one phenotype at a time, with the list of all next to it. */
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
              <PhenotypeChoice
                key={phenotype.id}
                phenotype={phenotype}
                current={phenotype === shown}
                link={linkOptions({
                  to: "/datasets/$id",
                  params: { id: dataset.id },
                  search: { part: "results", phenotype: phenotype.id },
                })}
              >
                <span>
                  <CheckTag phenotype={phenotype} />
                </span>
              </PhenotypeChoice>
            ))}
          </ul>
        </Card>
      </nav>
      <PhenotypeResults key={shown.id} dataset={dataset} phenotype={shown} />
    </div>
  );
}
