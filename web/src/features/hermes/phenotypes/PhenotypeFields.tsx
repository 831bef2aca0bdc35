import { Radio, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { DialogProblems } from "@/ui/form/useDialogForm";
import { maxCode, maxDescription, type PhenotypeForm, typedCode } from "./phenotypes";
import classes from "./phenotypes.module.css";

interface Props {
  prefix: string;
  form: PhenotypeForm;
  problems: DialogProblems<PhenotypeForm>;
  onChange: (part: Partial<PhenotypeForm>) => void;
  /** Its code can still be chosen. */
  isNew: boolean;
  /** Data sets hold it to what it is. */
  used?: boolean;
}

/** What is said about a phenotype. */
export function PhenotypeFields({ prefix, form, problems, onChange, isNew, used = false }: Props) {
  return (
    <>
      {isNew && (
        <TextInput
          id={`${prefix}-name`}
          label="Code"
          description={`2 to ${maxCode} characters: letters, digits, _ . and -. Data sets name the phenotype by it; it cannot be changed later.`}
          required
          data-autofocus
          maxLength={maxCode}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.mono }}
          value={form.name}
          error={problems.name}
          onChange={(event) => onChange({ name: typedCode(event.currentTarget.value) })}
        />
      )}
      <Textarea
        id={`${prefix}-description`}
        label="Description"
        description={`${form.description.trim().length} of ${maxDescription} characters`}
        required
        data-autofocus={isNew ? undefined : true}
        autosize
        minRows={2}
        value={form.description}
        error={problems.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <KindField
        id={`${prefix}-dichotomous`}
        value={form.dichotomous}
        error={problems.dichotomous}
        disabled={used}
        onChange={(dichotomous) => onChange({ dichotomous })}
      />
      <TagsInput
        id={`${prefix}-terms`}
        label="Ontology terms"
        description="Of MONDO, EFO or HPO, such as MONDO:0005252. Press Enter after each."
        maxTags={10}
        acceptValueOnBlur
        clearable={false}
        value={form.terms}
        error={problems.terms}
        onChange={(terms) => onChange({ terms })}
      />
      <TagsInput
        id={`${prefix}-synonyms`}
        label="Other names"
        description="A search finds the phenotype by them too. Press Enter after each."
        maxTags={50}
        acceptValueOnBlur
        clearable={false}
        value={form.synonyms}
        error={problems.synonyms}
        onChange={(synonyms) => onChange({ synonyms })}
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
          ? "Data sets have it, so its kind stays as it is."
          : "Numbers of cases are asked for only where people have it or not."
      }
      required
      value={value === undefined ? null : String(value)}
      error={error}
      onChange={(chosen) => onChange(chosen === "true")}
    >
      <Stack gap={6} mt={6} mb={6}>
        <Radio id={id} value="true" disabled={disabled} label="Cases and controls: people have it or not" />
        <Radio value="false" disabled={disabled} label="Measured: every person has a value" />
      </Stack>
    </Radio.Group>
  );
}
