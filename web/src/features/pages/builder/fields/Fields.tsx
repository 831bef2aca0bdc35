import { pointerOf, valueAt, withValue } from "../kinds/field";
import type { FormProps } from "./editing";
import { FieldView } from "./FieldView";
import classes from "./fields.module.css";

/** The form of an item: one control for each field of its kind. */
export function Fields({ fields, item, pointer, editing, onChange }: FormProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) => (
        <FieldView
          key={field.at}
          field={field}
          item={item}
          value={valueAt(item, field.at)}
          pointer={pointerOf(pointer, field.at)}
          editing={editing}
          onChange={(value) => onChange(withValue(item, field.at, value), pointerOf(pointer, field.at))}
          Form={Fields}
        />
      ))}
    </div>
  );
}
