import { TextInput } from "@mantine/core";
import type { FieldErrors } from "@/ui/form/record";
import classes from "../accounts.module.css";
import { TypeChoice } from "../TypeChoice";
import type { UserType } from "../words";

export const nobody = { user_name: "", first_name: "", last_name: "", user_type: "" };
export type TypedPerson = typeof nobody;
export const personFields = ["user_name", "first_name", "last_name", "user_type"] as const;

/** The kind of account that is meant: the first where none was chosen. */
export const typeOf = ({ user_type }: TypedPerson, types: readonly UserType[]): string =>
  user_type || (types[0]?.name ?? "");

interface Props<V extends TypedPerson> {
  /** Before the ids of the fields. */
  prefix: string;
  types: readonly UserType[];
  form: {
    values: V;
    errors: FieldErrors;
    change: (next: (before: V) => V, ...fields: string[]) => void;
  };
}

/** Who gets an account, and of which kind. */
export function PersonFields<V extends TypedPerson>({ prefix, types, form }: Props<V>) {
  const set = (name: keyof TypedPerson, value: string) => form.change((before) => ({ ...before, [name]: value }), name);
  const text = (name: keyof TypedPerson) => ({
    id: `${prefix}-${name}`,
    value: form.values[name],
    error: form.errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => set(name, value),
  });
  return (
    <>
      <TextInput
        {...text("user_name")}
        label="E-mail"
        type="email"
        autoComplete="off"
        description="Also the user name"
        required
      />
      <div className={classes.pair}>
        <TextInput {...text("first_name")} label="First name" autoComplete="off" />
        <TextInput {...text("last_name")} label="Last name" autoComplete="off" />
      </div>
      <TypeChoice
        id={`${prefix}-user_type`}
        label="User type"
        types={types}
        value={typeOf(form.values, types)}
        onChange={(user_type) => set("user_type", user_type)}
        error={form.errors.user_type}
      />
    </>
  );
}
