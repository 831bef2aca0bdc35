import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { DatasetCodes } from "@/api/datasets";
import { parseCount } from "@/lib/count";
import { formatCount } from "@/lib/format";
import { TextButton } from "@/ui/TextButton";
import { newKey } from "../newKey";
import { controlId } from "./fields";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";
import type { AncestryLine } from "./values";

interface AncestryCountsProps {
  form: DatasetFormState;
  codes: DatasetCodes;
}

/** How many people of which ancestry: one line each. */
export function AncestryCounts({ form, codes }: AncestryCountsProps) {
  const lines = form.values.ancestry_counts;
  const error = form.errors.ancestry_counts;

  function change(next: readonly AncestryLine[], ...mended: string[]) {
    form.change((before) => ({ ...before, ancestry_counts: next }), "ancestry_counts", ...mended);
  }
  const set = (line: AncestryLine, part: Partial<AncestryLine>) =>
    change(
      lines.map((other) => (other.key === line.key ? { ...line, ...part } : other)),
      `ancestry_counts.${line.key}`,
    );

  return (
    <fieldset className={classes.list} id={controlId("ancestry_counts")} tabIndex={-1}>
      <legend>People per ancestry</legend>
      {lines.length === 0 && <p className={classes.about}>Optional; journals and catalogues ask for it.</p>}
      {lines.map((line) => (
        <div key={line.key} className={classes.ancestry}>
          <NativeSelect
            id={controlId(`ancestry_counts.${line.key}.ancestry`)}
            label="Ancestry"
            value={line.ancestry}
            error={form.errors[`ancestry_counts.${line.key}.ancestry`]}
            onChange={(event) => set(line, { ancestry: event.currentTarget.value })}
          >
            <option value="">Choose</option>
            {codes.ancestry.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </NativeSelect>
          <TextInput
            id={controlId(`ancestry_counts.${line.key}.n`)}
            label="People"
            inputMode="numeric"
            classNames={{ input: classes.number }}
            value={line.n}
            error={form.errors[`ancestry_counts.${line.key}.n`]}
            onBlur={() => form.leave(`ancestry_counts.${line.key}.n`)}
            onChange={(event) => set(line, { n: event.currentTarget.value })}
          />
          <TextInput
            id={controlId(`ancestry_counts.${line.key}.detail`)}
            label="Detail"
            placeholder="e.g. Finnish"
            maxLength={300}
            value={line.detail}
            error={form.errors[`ancestry_counts.${line.key}.detail`]}
            onChange={(event) => set(line, { detail: event.currentTarget.value })}
          />
          <TextButton onClick={() => change(lines.filter((other) => other.key !== line.key))} danger>
            Remove
          </TextButton>
        </div>
      ))}
      <div className={classes.listFoot}>
        <Button
          variant="default"
          size="xs"
          onClick={() => change([...lines, { key: newKey(), ancestry: "", n: "", detail: "" }])}
        >
          Add an ancestry
        </Button>
        <Sum lines={lines} all={parseCount(form.values.texts.global_sample_size)} />
      </div>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** As typed: how many the lines are together. */
function Sum({ lines, all }: { lines: readonly AncestryLine[]; all: number | undefined }) {
  if (lines.length === 0) return null;
  const sum = lines.reduce((before, { n }) => before + (parseCount(n) ?? 0), 0);
  return (
    <span className={classes.about}>
      {formatCount(sum)} {all === undefined ? "people" : `of ${formatCount(all)} people`}
    </span>
  );
}
