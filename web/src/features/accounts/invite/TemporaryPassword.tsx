import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createWithPassword } from "@/api/account-calls";
import { accountKeys } from "@/api/accounts";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { type FieldErrors, handedInOnce, partsOf } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/Notice";
import classes from "../accounts.module.css";
import { newUserDraft } from "../draft";
import { NewPassword, useNewPassword } from "../signin/NewPassword";
import { TypeChoice } from "../TypeChoice";
import { userTypes } from "../words";
import { addressProblem, placePerson } from "./problems";

interface Props {
  area: "hermes" | "sgc";
  /** Id of who makes the account; drafts are kept for each person apart. */
  selfId: string;
  /** Another user service keeps the account, and has its own rules. */
  external?: boolean;
}

const empty = { user_name: "", first_name: "", last_name: "", user_type: "" };
const names = ["user_name", "first_name", "last_name", "user_type"] as const;
const fields = [...names, "password", "repeat"];

/** An account whose first password somebody else chose. What was typed is kept, except for the password. */
export function TemporaryPassword({ area, selfId, external = false }: Props) {
  const queries = useQueryClient();
  const password = useNewPassword();
  const { check: checkPassword, clear: clearPassword } = password;
  const kind = handedInOnce({
    ...partsOf<typeof empty>(...names),
    draft: newUserDraft,
    check: ({ user_name }): FieldErrors => {
      const address = addressProblem(user_name);
      return { ...(address && { user_name: address }), ...checkPassword() };
    },
    place: (error) => placePerson(error, fields),
  });
  const form = useRecordForm(kind, { account: selfId, object: area }, { held: undefined, empty });
  const [made, setMade] = useState<string>();
  const types = userTypes(area);
  const { values, errors } = form;
  const typeOf = ({ user_type }: typeof empty) => user_type || (types[0]?.name ?? "");

  const creating = useHandingIn(form, {
    send: (typed) => {
      const user_name = typed.user_name.trim();
      const secret = password.value.password;
      return createWithPassword(area, { ...typed, user_name, user_type: typeOf(typed), password: secret });
    },
    onDone: (_made, sent) => {
      setMade(sent.user_name.trim());
      form.handedIn(sent);
      clearPassword();
      return queries.invalidateQueries({ queryKey: accountKeys.all });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setMade(undefined);
    if (form.ready()) creating.submit();
  }

  const text = (name: "user_name" | "first_name" | "last_name") => ({
    id: `user-${name}`,
    value: values[name],
    error: errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      form.change((before) => ({ ...before, [name]: value }), name),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="New account with a temporary password">
      <p className={classes.note}>
        {external
          ? "You know this password: ask the person to change it at the user service."
          : "You know this password, so it has to be changed at the first sign-in. An invitation avoids that: the person chooses a password that nobody else has seen."}
      </p>
      {form.attempt > 0 && (
        <ErrorSummary items={summaryOf(form, "user", "No account was made.")} attempt={form.attempt} />
      )}
      {made && (
        <Notice tone="info" title={`The account ${made} was made`} alert>
          Hand over the password on another way than the user name.
          {!external && " It has to be changed at the first sign-in."}
        </Notice>
      )}
      <TextInput
        {...text("user_name")}
        label="E-mail"
        type="email"
        autoComplete="off"
        description="It is the user name as well"
        required
      />
      <div className={classes.pair}>
        <TextInput {...text("first_name")} label="First name" autoComplete="off" />
        <TextInput {...text("last_name")} label="Last name" autoComplete="off" />
      </div>
      <TypeChoice
        id="user-user_type"
        label="User type"
        types={types}
        value={typeOf(values)}
        onChange={(user_type) => form.change((before) => ({ ...before, user_type }), "user_type")}
        error={errors.user_type}
      />
      <NewPassword
        label="Temporary password"
        fresh={password}
        idPrefix="user"
        userName={values.user_name}
        errors={errors}
      />
      <div className={classes.foot}>
        <span className={classes.kept}>What you type is kept in this browser, except for the password.</span>
        <Button type="submit" loading={creating.busy}>
          Create account
        </Button>
      </div>
    </form>
  );
}
