import { Radio } from "@mantine/core";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import classes from "../meta.module.css";
import type { PhenotypeChoice } from "./warnings";

interface Props {
  choices: PhenotypeChoice[];
  /** Words for the codes. */
  phenotypes: readonly HermesPhenotype[];
  value: string;
  onChange: (phenotype: string) => void;
  problem: string | undefined;
}

/** Which trait: only those that something accepted exists for. */
export function PhenotypeStep({ choices, phenotypes, value, onChange, problem }: Props) {
  const described = new Map(phenotypes.map((item) => [item.name, item]));
  return (
    <Radio.Group label="Which phenotype?" value={value} onChange={onChange} error={problem}>
      <div className={classes.choices}>
        {choices.map((choice) => {
          const known = described.get(choice.name);
          return (
            <Radio.Card key={choice.name} value={choice.name} className={classes.choice}>
              <Radio.Indicator />
              <div>
                <div className={classes.choiceName}>{known?.description ?? choice.name}</div>
                <div className={classes.choiceHint}>
                  {known && `${choice.name} · ${known.dichotomous ? "case–control" : "quantitative"} · `}
                  {plural(choice.datasets, "submission")} of {plural(choice.cohorts, "cohort")}
                </div>
              </div>
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
}
