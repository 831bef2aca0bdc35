import { NativeSelect } from "@mantine/core";
import { OrderButtons } from "../OrderButtons";
import { moved } from "../order";
import { useRemoval } from "../removal";
import { controlId, type FieldProps } from "./editing";
import classes from "./fields.module.css";
import { useNote } from "./ProblemNote";

/** Several columns in an order. */
export function ColumnsField({ field, value, pointer, editing, onChange }: FieldProps<"columns">) {
  const { given } = editing;
  const ids = Array.isArray(value) ? (value as string[]) : [];
  const note = useNote(pointer, editing);
  const removing = useRemoval(ids.length);
  const left = given.columns.filter(({ id }) => !ids.includes(id));
  return (
    <fieldset className={classes.set}>
      <legend className={classes.legend}>{field.label}</legend>
      {field.hint && <p className={classes.hint}>{field.hint}</p>}
      {ids.length > 0 && (
        <ol className={classes.list}>
          {ids.map((id, at) => (
            <li key={id} className={classes.row}>
              <span className={classes.name}>{given.titleOf(id)}</span>
              <OrderButtons
                name={given.titleOf(id)}
                at={at}
                of={ids.length}
                onMove={(to) => onChange(moved(ids, at, to))}
                onRemove={() => {
                  removing(`${given.titleOf(id)} is removed`);
                  onChange(ids.filter((one) => one !== id));
                }}
              />
            </li>
          ))}
        </ol>
      )}
      <NativeSelect
        id={controlId(pointer)}
        aria-label={`Add to ${field.label}`}
        {...note}
        value=""
        data={[{ value: "", label: "Add a column" }, ...left.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={({ currentTarget }) => currentTarget.value && onChange([...ids, currentTarget.value])}
      />
    </fieldset>
  );
}
