import { Button, TextInput } from "@mantine/core";
import { TextButton } from "@/ui/TextButton";
import { newKey } from "../newKey";
import { controlId } from "./fields";
import classes from "./form.module.css";
import type { DatasetFormState } from "./useDatasetForm";
import type { TermLine } from "./values";

/** The traits as terms of an ontology, so that other catalogues find the data set. */
export function Terms({ form }: { form: DatasetFormState }) {
  const { terms } = form.values;
  const change = (next: readonly TermLine[], ...mended: string[]) =>
    form.change((before) => ({ ...before, terms: next }), ...mended);
  const set = (line: TermLine, part: Partial<TermLine>) =>
    change(
      terms.map((other) => (other.key === line.key ? { ...line, ...part } : other)),
      `terms.${line.key}`,
      "terms",
    );
  return (
    <fieldset className={classes.list} id={controlId("terms")} tabIndex={-1}>
      <legend>Ontology terms</legend>
      <p className={classes.about}>
        Optional; EFO, MONDO, HP, Orphanet, DOID, OBA or UBERON. EFO_0000384 and a whole address are understood too.
      </p>
      {terms.map((line) => (
        <div key={line.key} className={classes.term}>
          <TextInput
            id={controlId(`terms.${line.key}.curie`)}
            label="Term"
            placeholder="EFO:0000384"
            maxLength={200}
            classNames={{ input: classes.mono }}
            value={line.curie}
            error={form.errors[`terms.${line.key}.curie`]}
            onBlur={() => form.leave(`terms.${line.key}.curie`)}
            onChange={(event) => set(line, { curie: event.currentTarget.value })}
          />
          <TextInput
            id={controlId(`terms.${line.key}.label`)}
            label="What it is called"
            placeholder="Crohn's disease"
            maxLength={300}
            value={line.label}
            error={form.errors[`terms.${line.key}.label`]}
            onChange={(event) => set(line, { label: event.currentTarget.value })}
          />
          <TextButton onClick={() => change(terms.filter((other) => other.key !== line.key))} danger>
            Remove
          </TextButton>
        </div>
      ))}
      <div className={classes.listFoot}>
        <Button variant="default" size="xs" onClick={() => change([...terms, { key: newKey(), curie: "", label: "" }])}>
          Add a term
        </Button>
      </div>
      {form.errors.terms && (
        <p className={classes.error} role="alert">
          {form.errors.terms}
        </p>
      )}
    </fieldset>
  );
}
