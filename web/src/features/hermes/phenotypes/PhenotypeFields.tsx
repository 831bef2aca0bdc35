import { Radio, Stack } from "@mantine/core";
import type { HermesPhenotype } from "@/api/hermes/hermes";
import {
  CodeField,
  DescriptionField,
  fieldOf,
  type PhenotypeFieldsProps,
  WordsField,
} from "@/ui/phenotype/PhenotypeFields";
import { maxCode, type PhenotypeForm, typedCode } from "./phenotypes";

/** The description of a phenotype; submissions limit its changes. */
export function PhenotypeFields(props: PhenotypeFieldsProps<PhenotypeForm, HermesPhenotype>) {
  const { phenotype, onChange } = props;
  return (
    <>
      {!phenotype && (
        <CodeField
          {...fieldOf(props, "name")}
          description={`2 to ${maxCode} characters: letters, digits, _ . and -. Submissions refer to it. It cannot be changed later.`}
          maxLength={maxCode}
          onChange={(name) => onChange({ name: typedCode(name) })}
        />
      )}
      <DescriptionField {...fieldOf(props, "description")} focus={phenotype !== undefined} />
      <KindField {...fieldOf(props, "dichotomous")} disabled={phenotype && phenotype.datasets > 0} />
      <WordsField
        {...fieldOf(props, "terms")}
        label="Ontology terms"
        description="Of MONDO, EFO or HPO, such as MONDO:0005252. Press Enter after each."
        maxTags={10}
      />
      <WordsField
        {...fieldOf(props, "synonyms")}
        label="Other names"
        description="Searches find the phenotype by them too. Press Enter after each."
        maxTags={50}
      />
    </>
  );
}

interface KindProps {
  id: string;
  value: boolean | undefined;
  error?: string;
  disabled?: boolean;
  onChange: (dichotomous: boolean) => void;
}

/** Whether a phenotype divides people into cases and controls. */
export function KindField({ id, value, error, disabled, onChange }: KindProps) {
  return (
    <Radio.Group
      label="Kind"
      description={
        disabled
          ? "Submissions use it, so its type cannot change."
          : "Case counts are requested only for cases and controls."
      }
      required
      value={value === undefined ? null : String(value)}
      error={error}
      onChange={(chosen) => onChange(chosen === "true")}
    >
      <Stack gap={6} mt={6} mb={6}>
        <Radio id={id} value="true" disabled={disabled} label="Cases and controls" />
        <Radio value="false" disabled={disabled} label="Measured" />
      </Stack>
    </Radio.Group>
  );
}
