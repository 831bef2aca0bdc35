import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountKeys, type Profile, updateProfile } from "@/api/accounts";
import { sessionQuery } from "@/api/session";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "../accounts.module.css";
import { addressProblem, type Problems, problemsOfError, summaryOf } from "../invite/problems";
import { roleWord } from "../words";
import { Cancelled, useReauthentication } from "./reauthenticate";

const fields = ["first_name", "last_name", "email"] as const;

/** Names and address of the own account, edited in place. */
export function NameCard({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const { user } = profile;
  const stored = { first_name: user.first_name, last_name: user.last_name, email: user.email };
  const [values, setValues] = useState(stored);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [saved, setSaved] = useState(false);
  const changed = fields.some((name) => values[name].trim() !== stored[name]);

  const save = useMutation({
    mutationFn: () => {
      const change = Object.fromEntries(fields.map((name) => [name, values[name].trim()]));
      return reauthenticate((current) => updateProfile({ ...change, current_password: current }));
    },
    onSuccess: (next) => {
      queries.setQueryData(accountKeys.profile, next);
      queries.setQueryData(sessionQuery.queryKey, next.user);
      setValues({ first_name: next.user.first_name, last_name: next.user.last_name, email: next.user.email });
      setSaved(true);
    },
    onError: (error) => {
      if (error instanceof Cancelled) return;
      const found = problemsOfError(error, fields);
      explain(Object.keys(found).length > 0 ? found : { "": `${messageOf(error)} Nothing was saved.` });
    },
  });

  function explain(found: Problems) {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setSaved(false);
    const address = values.email.trim() === "" ? undefined : addressProblem(values.email);
    if (address) return explain({ email: address });
    setProblems({});
    save.mutate();
  }

  const text = (name: (typeof fields)[number]) => ({
    id: `profile-${name}`,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setSaved(false);
      setValues((before) => ({ ...before, [name]: value }));
    },
  });

  return (
    <Card title="Your account">
      <form className={classes.form} onSubmit={submit} noValidate aria-label="Your account">
        <Facts>
          <Fact name="User name">{user.user_name}</Fact>
          <Fact name="Roles">{user.roles.map((role) => roleWord("all", role).word).join(", ") || "None"}</Fact>
        </Facts>
        <ErrorSummary items={summaryOf("profile", problems)} attempt={attempt} />
        <div className={classes.pair}>
          <TextInput {...text("first_name")} label="First name" autoComplete="given-name" />
          <TextInput {...text("last_name")} label="Last name" autoComplete="family-name" />
        </div>
        <TextInput
          {...text("email")}
          label="E-mail"
          type="email"
          autoComplete="email"
          description="Links to choose a new password go there; changing it may ask for your password"
        />
        {saved && (
          <Notice tone="info" alert>
            Saved.
          </Notice>
        )}
        <div className={classes.foot}>
          <Button type="submit" loading={save.isPending} disabled={!changed}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
