import { intervalWords, tau2Words } from "../words";
import { type Choice, Choices } from "./Choices";
import type { Draft } from "./draft";

const variances: Choice<Draft["options"]["tau2"]>[] = [
  { value: "dl", label: `${tau2Words.dl} (default)`, hint: "The usual estimate, from Cochran's Q." },
  {
    value: "reml",
    label: tau2Words.reml,
    hint: "Restricted maximum likelihood. Less biased when studies differ a lot.",
  },
];

const intervals: Choice<Draft["options"]["ci"]>[] = [
  { value: "normal", label: `${intervalWords.normal} (default)`, hint: "P is too small when studies are few." },
  {
    value: "hk",
    label: intervalWords.hk,
    hint: "From the spread of the studies, with Student's t. Safer when studies are few.",
  },
];

interface Props {
  options: Draft["options"];
  onOptions: (change: Partial<Draft["options"]>) => void;
  /** The refusal of a field by its name. */
  problemOf: (field: string) => string | undefined;
}

/** How random effects are estimated. */
export function RandomModel({ options, onOptions, problemOf }: Props) {
  return (
    <>
      <Choices
        label="Variance between studies (τ²)"
        help="scheme"
        choices={variances}
        value={options.tau2}
        onChange={(tau2) => onOptions({ tau2 })}
        problem={problemOf("tau2")}
      />
      <Choices
        label="Standard error and P"
        help="scheme"
        choices={intervals}
        value={options.ci}
        onChange={(ci) => onOptions({ ci })}
        problem={problemOf("ci")}
      />
    </>
  );
}
