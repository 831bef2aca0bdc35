import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createWithPassword } from "@/api/accounts";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "../accounts.module.css";
import { newUserDraft, useFormDraft } from "../draft";
import { NewPassword, useNewPassword } from "../signin/NewPassword";
import { TypeChoice } from "../TypeChoice";
import { userTypes } from "../words";
import { addressProblem, type Problems, problemsOfError, summaryOf } from "./problems";

interface Props {
  area: "hermes" | "sgc";
  /** Id of who makes the account; drafts are kept for each person apart. */
  selfId: string;
  /** Another user service keeps the account, and has its own rules. */
  external?: boolean;
}

const empty = { user_name: "", first_name: "", last_name: "", user_type: "" };
const fields = [...Object.keys(empty), "password", "repeat"];

/** An account whose first password somebody else chose. What was typed is kept, except for the password. */
export function TemporaryPassword({ area, selfId, external = false }: Props) {
  const queries = useQueryClient();
  const { values, change, clear } = useFormDraft(newUserDraft, { account: selfId, object: area }, empty);
  const password = useNewPassword();
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [made, setMade] = useState<string>();
  const types = userTypes(area);
  const type = values.user_type || (types[0]?.name ?? "");

  function explain(found: Problems) {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  const create = useMutation({
    mutationFn: () => {
      const user_name = values.user_name.trim();
      return createWithPassword(area, { ...values, user_name, user_type: type, password: password.value.password });
    },
    onSuccess: () => {
      setMade(values.user_name.trim());
      clear();
      password.clear();
      return queries.invalidateQueries({ queryKey: ["accounts"] });
    },
    onError: (error) => {
      const found = problemsOfError(error, fields);
      explain(Object.keys(found).length > 0 ? found : { "": `${messageOf(error)} No account was made.` });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setMade(undefined);
    const address = addressProblem(values.user_name);
    const found = { ...(address ? { user_name: address } : {}), ...password.check() };
    if (Object.keys(found).length > 0) return explain(found);
    setProblems({});
    create.mutate();
  }

  const text = (name: "user_name" | "first_name" | "last_name") => ({
    id: `user-${name}`,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="New account with a temporary password">
      <p className={classes.note}>
        {external
          ? "You know this password: ask the person to change it at the user service."
          : "You know this password, so it has to be changed at the first sign-in. An invitation avoids that: the person chooses a password that nobody else has seen."}
      </p>
      <ErrorSummary items={summaryOf("user", problems)} attempt={attempt} />
      {made && (
        <Notice tone="info" title={`The account ${made} was made`} alert>
          Hand over the password on another way than the user name.
          {!external && " It has to be changed at the first sign-in."}
        </Notice>
      )}
      <TextInput
        {...text("user_name")}
        label="Email"
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
        value={type}
        onChange={(user_type) => change({ user_type })}
        error={problems.user_type}
      />
      <NewPassword
        label="Temporary password"
        fresh={password}
        idPrefix="user"
        userName={values.user_name}
        errors={problems}
      />
      <div className={classes.foot}>
        <span className={classes.kept}>What you type is kept in this browser, except for the password.</span>
        <Button type="submit" loading={create.isPending}>
          Create account
        </Button>
      </div>
    </form>
  );
}
