import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Schemas } from "@/api/client";
import type { HermesPhenotype, PortalConfig } from "@/api/hermes/hermes";
import { LaterDateField } from "@/ui/form/LaterDateField";
import { controlId, type Field } from "./fields";
import { PhenotypeField } from "./PhenotypeField";
import classes from "./upload.module.css";
import { suggestsFor, VocabularyField } from "./VocabularyField";

export interface Choices {
  config: PortalConfig;
  phenotypes: HermesPhenotype[];
}

interface StudyFieldProps {
  field: Field;
  value: string;
  onValue: (value: string) => void;
  choices: Choices;
  error?: string;
  /** In place of the field's own hint. */
  hint?: string;
  /** Separates several forms of one page. */
  scope?: string;
}

interface Input {
  id: string;
  label: string;
  required?: boolean;
  description?: string;
  error?: string;
  name: string;
  value: string;
}

const yesNo = [
  { value: "Yes", label: "Yes" },
  { value: "No", label: "No" },
];

/** One field of the metadata form. Typed values are kept, valid or not. */
export function StudyField({ field, value, onValue, choices, error, hint, scope }: StudyFieldProps) {
  return (
    <div className={field.control.kind === "lines" ? classes.wide : undefined}>
      <FieldInput
        field={field}
        choices={choices}
        onValue={onValue}
        input={{
          id: controlId(field.key, scope),
          label: field.label,
          required: field.required,
          description: hint ?? field.hint,
          error,
          name: field.key,
          value,
        }}
      />
    </div>
  );
}

/**
 * Why the chosen value is not accepted here: shown immediately, because no other field changes it.
 */
const refusedOf = (options: readonly Schemas["Choice"][], chosen: string) =>
  options.find(({ value }) => value === chosen)?.refused;

interface FieldInputProps {
  field: Field;
  choices: Choices;
  input: Input;
  onValue: (value: string) => void;
}

function FieldInput({ field, choices, input, onValue }: FieldInputProps) {
  const { control } = field;
  switch (control.kind) {
    case "text":
      if (suggestsFor(field.key)) {
        return <VocabularyField {...input} field={field.key} maxLength={control.longest} onValue={onValue} />;
      }
      return (
        <TextInput {...input} maxLength={control.longest} onChange={(event) => onValue(event.currentTarget.value)} />
      );
    case "lines":
      return (
        <Textarea
          {...input}
          maxLength={control.longest}
          autosize
          minRows={2}
          maxRows={10}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      );
    case "date":
      return <LaterDateField {...input} onValue={onValue} />;
    case "phenotype":
      return <PhenotypeField {...input} phenotypes={choices.phenotypes} onChange={onValue} />;
    case "choice": {
      const options = control.from === "yesNo" ? yesNo : choices.config[control.from];
      return (
        <NativeSelect
          {...input}
          error={input.error ?? refusedOf(options, input.value)}
          onChange={(event) => onValue(event.currentTarget.value)}
        >
          <option value="">Choose</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </NativeSelect>
      );
    }
    default:
      return (
        <TextInput
          {...input}
          inputMode={control.kind === "count" ? "numeric" : "decimal"}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      );
  }
}
