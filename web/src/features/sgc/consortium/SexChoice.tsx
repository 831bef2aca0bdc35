import { SegmentedControl } from "@mantine/core";
import type { Sex } from "@/api/sgc/sgc";

interface Props {
  sex: Sex;
  /** Undefined for both, which the address does not name. */
  onSex: (sex: "male" | "female" | undefined) => void;
}

/** Whom the numbers count. */
export function SexChoice({ sex, onSex }: Props) {
  return (
    <div>
      <SegmentedControl
        aria-label="Sex"
        value={sex}
        onChange={(next) => onSex(next === "male" || next === "female" ? next : undefined)}
        data={[
          { value: "both", label: "Both sexes" },
          { value: "male", label: "Males" },
          { value: "female", label: "Females" },
        ]}
      />
    </div>
  );
}
