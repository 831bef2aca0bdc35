import { Button, Checkbox, NativeSelect, TextInput } from "@mantine/core";
import { own } from "@/lib/own";
import { Small } from "../OrderButtons";
import { useRemoval } from "../removal";
import { controlId, type FieldProps } from "./editing";
import classes from "./fields.module.css";
import { useNote, useProblemOf } from "./ProblemNote";

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const replaced = (list: readonly unknown[], at: number, item: unknown) =>
  list.map((one, index) => (index === at ? item : one));

/** Rows of fields, such as pairs of words. */
export function RowsField({ field, value, pointer, editing, onChange, Form }: FieldProps<"rows">) {
  const { label, hint, fields, add, make, least = 0 } = field;
  const rows = listOf(value);
  const removing = useRemoval(rows.length);
  const note = useProblemOf(pointer, editing, false);
  return (
    <fieldset className={classes.set}>
      <legend className={classes.legend}>{label}</legend>
      {hint && <p className={classes.hint}>{hint}</p>}
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={at} className={classes.part}>
          <Form
            fields={fields}
            item={row}
            pointer={`${pointer}/${at}`}
            editing={editing}
            onChange={(item) => onChange(replaced(rows, at, item))}
          />
          {add && rows.length > least && (
            <Small
              label={`Remove row ${at + 1}`}
              sign="×"
              onClick={() => {
                removing(`Row ${at + 1} is removed`);
                onChange(rows.filter((_, index) => index !== at));
              }}
            />
          )}
        </div>
      ))}
      {note && <p className={classes.error}>{note}</p>}
      {add && make && (
        <Button variant="default" size="compact-sm" onClick={() => onChange([...rows, make(editing.given, rows)])}>
          {add}
        </Button>
      )}
    </fieldset>
  );
}

/** Texts one after the other, such as separators. */
export function StringsField({ field, value, pointer, editing, onChange }: FieldProps<"strings">) {
  const texts = listOf(value) as readonly string[];
  const removing = useRemoval(texts.length);
  const note = useProblemOf(pointer, editing);
  return (
    <fieldset className={classes.set}>
      <legend className={classes.legend}>{field.label}</legend>
      {texts.map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place
        <div key={at} className={classes.row}>
          <TextInput
            id={controlId(`${pointer}/${at}`)}
            aria-label={`${field.label}, number ${at + 1}`}
            value={text}
            className={classes.grow}
            onChange={({ currentTarget }) => onChange(replaced(texts, at, currentTarget.value))}
          />
          {texts.length > 1 && (
            <Small
              label={`Remove number ${at + 1}`}
              sign="×"
              onClick={() => {
                removing(`Number ${at + 1} is removed`);
                onChange(texts.filter((_, index) => index !== at));
              }}
            />
          )}
        </div>
      ))}
      {note && <p className={classes.error}>{note}</p>}
      <Button variant="default" size="compact-sm" onClick={() => onChange([...texts, texts.at(-1) ?? ":"])}>
        {field.add}
      </Button>
    </fieldset>
  );
}

/** The separator between one column and the next. */
export function BetweenField({ field, item, value, pointer, editing, onChange }: FieldProps<"between">) {
  const texts = listOf(value) as readonly string[];
  const columns = listOf(own(item as Record<string, unknown>, field.of)) as readonly string[];
  const { titleOf } = editing.given;
  const note = useProblemOf(pointer, editing);
  return (
    <div className={classes.fields}>
      {texts.map((text, at) => (
        <TextInput
          // biome-ignore lint/suspicious/noArrayIndexKey: a text is its place
          key={at}
          id={controlId(`${pointer}/${at}`)}
          label={`Between ${titleOf(columns[at] ?? "")} and ${titleOf(columns[at + 1] ?? "")}`}
          value={text}
          onChange={({ currentTarget }) => onChange(replaced(texts, at, currentTarget.value))}
        />
      ))}
      {note && <p className={classes.error}>{note}</p>}
    </div>
  );
}

/** Fields that belong together and may be left out together. */
export function PartField({ field, value, pointer, editing, onChange, Form }: FieldProps<"part">) {
  const note = useNote(pointer, editing, field.hint, false);
  return (
    <div className={classes.fields}>
      <Checkbox
        id={controlId(pointer)}
        label={field.label}
        {...note}
        checked={value !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? field.make(editing.given) : undefined)}
      />
      {value !== undefined && (
        <div className={classes.part}>
          <Form fields={field.fields} item={value} pointer={pointer} editing={editing} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

/** One of several ways to say the same. */
export function ShapeField({ field, value, pointer, editing, onChange, Form }: FieldProps<"shape">) {
  const { label, hint, shapes } = field;
  const at = Math.max(
    0,
    shapes.findIndex(({ is }) => is(value)),
  );
  const shape = shapes[at];
  return (
    <div className={classes.fields}>
      <NativeSelect
        id={controlId(pointer)}
        label={label}
        description={hint}
        value={String(at)}
        data={shapes.map((one, index) => ({ value: String(index), label: one.label }))}
        onChange={({ currentTarget }) => onChange(shapes[Number(currentTarget.value)]?.make(editing.given))}
      />
      {shape && <Form fields={shape.fields} item={value} pointer={pointer} editing={editing} onChange={onChange} />}
    </div>
  );
}
