import { TextInput } from "@mantine/core";
import { formatCount } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import classes from "./files.module.css";
import { type SizeErrors, type SizeTexts, sumOf } from "./sizes";

interface SizeFieldsProps {
  /** Before the ids of the controls. */
  id: string;
  dichotomous: boolean;
  texts: SizeTexts;
  errors: SizeErrors;
  onChange: (part: Partial<SizeTexts>) => void;
}

/** Sample size, with cases and controls of a dichotomous trait; the sum is checked as it is typed. */
export function SizeFields({ id, dichotomous, texts, errors, onChange }: SizeFieldsProps) {
  const sum = dichotomous ? sumOf(texts) : undefined;
  const input = (key: keyof SizeTexts, label: string) => (
    <TextInput
      id={`${id}-${key}`}
      label={label}
      required
      inputMode="numeric"
      classNames={{ input: classes.number }}
      placeholder={key === "sample_size" && sum !== undefined ? formatCount(sum) : undefined}
      value={texts[key]}
      error={errors[key]}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
    />
  );
  const differs = sum !== undefined && errors.sample_size?.includes("together");
  return (
    <>
      {dichotomous && input("cases", "Cases")}
      {dichotomous && input("controls", "Controls")}
      <div>
        {input("sample_size", "Sample size")}
        {differs && (
          <TextButton onClick={() => onChange({ sample_size: String(sum) })}>Use {formatCount(sum)}</TextButton>
        )}
      </div>
    </>
  );
}
