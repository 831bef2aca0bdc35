import { Button, Group, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Profile, profileQuery } from "@/api/accounts/accounts";
import { updateProfile } from "@/api/accounts/calls";
import { sessionQuery } from "@/api/accounts/session";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";
import { DraftNote } from "@/ui/form/DraftNote";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { Form } from "@/ui/form/FormDialog";
import { type FieldErrors, placeAt, type RecordKind } from "@/ui/form/record";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { useRecordSaving } from "@/ui/form/useRecordSaving";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { namesDraft } from "../draft";
import { addressProblem } from "../invite/problems";
import { roleWord } from "../words";
import { Cancelled, useReauthentication } from "./reauthenticate";

const fields = ["first_name", "last_name", "email"] as const;
type Names = Record<(typeof fields)[number], string>;

const kind: RecordKind<Names, Profile, keyof Names> = {
  parts: fields,
  samePart: (name, a, b) => a[name].trim() === b[name].trim(),
  withPart: (name, a, b) => ({ ...a, [name]: b[name] }),
  draft: namesDraft,
  idOf: ({ user }) => user.id,
  // The last change wins: no other user has this form.
  versionOf: () => 0,
  from: ({ user: { first_name, last_name, email } }) => ({ first_name, last_name, email }),
  check: ({ email }): FieldErrors => {
    const address = email.trim() === "" ? undefined : addressProblem(email);
    return address ? { email: address } : {};
  },
  place: (error) => placeAt(error, fields),
};

/** Names and address of the own account, edited in place. */
export function NameCard({ profile }: { profile: Profile }) {
  const queries = useQueryClient();
  const reauthenticate = useReauthentication();
  const { user } = profile;
  const form = useRecordForm(kind, { account: user.id, object: "own" }, { held: profile, empty: kind.from(profile) });
  const [saved, setSaved] = useState(false);
  const saving = useRecordSaving(form, profile, {
    input: ({ first_name, last_name, email }) => ({
      first_name: first_name.trim(),
      last_name: last_name.trim(),
      email: email.trim(),
    }),
    put: (_version, change) => reauthenticate((current_password) => updateProfile({ ...change, current_password })),
    conflictOf: () => undefined,
    onSaved: (next, left) => {
      queries.setQueryData(profileQuery.queryKey, next);
      queries.setQueryData(sessionQuery.queryKey, next.user);
      setSaved(!left);
    },
    onRefused: (error) => error instanceof Cancelled,
  });

  function submit() {
    setSaved(false);
    if (form.ready()) saving.submit();
  }

  const text = (name: keyof Names) => ({
    id: `profile-${name}`,
    value: form.values[name],
    error: form.errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => {
      setSaved(false);
      form.change((before) => ({ ...before, [name]: value }), name);
    },
  });

  return (
    <Card title="Your account">
      <Form className={classes.form} onSubmit={submit} aria-label="Your account">
        <Facts>
          <Fact name="User name">{user.user_name}</Fact>
          <Fact name="Roles">{user.roles.map((role) => roleWord("all", role).word).join(", ") || "None"}</Fact>
        </Facts>
        {form.attempt > 0 && (
          <ErrorSummary items={summaryOf(form, "profile", "Nothing was saved.")} attempt={form.attempt} />
        )}
        <div className={classes.pair}>
          <TextInput {...text("first_name")} label="First name" autoComplete="given-name" />
          <TextInput {...text("last_name")} label="Last name" autoComplete="family-name" />
        </div>
        <TextInput
          {...text("email")}
          label="E-mail"
          type="email"
          autoComplete="email"
          description="Password links are sent here. Changing it may require your password."
        />
        {saved && (
          <Notice tone="info" alert>
            Saved.
          </Notice>
        )}
        <Group justify="flex-end" gap={8}>
          {!form.clean && (
            <DraftNote
              savedAt={form.savedAt}
              question="The form shows the last saved values again."
              onStartOver={form.startOver}
            />
          )}
          <Button type="submit" loading={saving.busy} disabled={form.clean}>
            Save
          </Button>
        </Group>
      </Form>
    </Card>
  );
}
