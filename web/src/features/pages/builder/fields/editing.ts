import type { ComponentType } from "react";
import type { Field, Given } from "../kinds/field";
import type { Problems } from "../problems";

/** What every field must know besides its own value. */
export interface Editing {
  given: Given;
  problems: Problems;
  /** Fills in the probable meaning. */
  onRepair: (pointer: string, near: string) => void;
}

/** The form of an item. */
export interface FormProps {
  fields: readonly Field[];
  item: unknown;
  /** Where the item is in the document. */
  pointer: string;
  editing: Editing;
  onChange: (item: unknown, about: string) => void;
}

/** What the control of a field is given. */
export interface FieldProps<K extends Field["kind"] = Field["kind"]> {
  field: Extract<Field, { kind: K }>;
  /** What the field is a part of. */
  item: unknown;
  value: unknown;
  pointer: string;
  editing: Editing;
  onChange: (value: unknown) => void;
  /** For fields that hold fields. */
  Form: ComponentType<FormProps>;
}

/** The id of the control of a place, for labels and for links to it. */
export const controlId = (pointer: string) => `at${pointer.replaceAll(/[^\w-]/g, "-")}`;
