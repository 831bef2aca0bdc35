import { NativeSelect } from "@mantine/core";
import type { BrowseVariant } from "@/api/browse/variant";
import classes from "./variant.module.css";

interface Props {
  variant: BrowseVariant;
  onChoose: (allele: string) => void;
}

/** Which of the two alleles effects and frequencies refer to. */
export function AlleleChoice({ variant: { effect_allele: effect, other_allele: other }, onChoose }: Props) {
  if (!effect || !other) return null;
  const options = [effect, other].sort().map((allele) => ({ value: allele, label: allele }));
  return (
    <div className={classes.allele}>
      <NativeSelect
        label="Effects and frequencies of"
        data={options}
        value={effect}
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </div>
  );
}
