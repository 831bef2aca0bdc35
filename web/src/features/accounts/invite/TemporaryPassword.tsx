import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountLists } from "@/api/accounts/accounts";
import { createWithPassword } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { Form } from "@/ui/form/FormDialog";
import { type FieldErrors, handedInOnce, partsOf } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { newUserDraft } from "../draft";
import { NewPassword, useNewPassword } from "../password/NewPassword";
import { userTypes } from "../words";
import { nobody, PersonFields, personFields, type TypedPerson, typeOf } from "./PersonFields";
import { addressProblem, placePerson } from "./problems";

interface Props {
  area: "hermes" | "sgc";
  /** Id of who makes the account; drafts are kept for each person apart. */
  selfId: string;
  /** Another user service keeps the account, and has its own rules. */
  external?: boolean;
}

const fields = [...personFields, "password", "repeat"];

/** An account with a temporary password. Typed values are kept, except for the password. */
export function TemporaryPassword({ area, selfId, external = false }: Props) {
  const queries = useQueryClient();
  const password = useNewPassword();
  const { check: checkPassword, clear: clearPassword } = password;
  const kind = handedInOnce({
    ...partsOf<TypedPerson>(...personFields),
    draft: newUserDraft,
    check: ({ user_name }): FieldErrors => {
      const address = addressProblem(user_name);
      return { ...(address && { user_name: address }), ...checkPassword() };
    },
    place: (error) => placePerson(error, fields),
  });
  const form = useRecordForm(kind, { account: selfId, object: area }, { held: undefined, empty: nobody });
  const [made, setMade] = useState<string>();
  const types = userTypes(area);
  const { values, errors } = form;

  const creating = useHandingIn(form, {
    send: (typed) => {
      const user_name = typed.user_name.trim();
      const secret = password.value.password;
      return createWithPassword(area, { ...typed, user_name, user_type: typeOf(typed, types), password: secret });
    },
    onDone: (_made, sent) => {
      setMade(sent.user_name.trim());
      form.handedIn(sent);
      clearPassword();
      return reread(queries, ...accountLists);
    },
  });

  function submit() {
    setMade(undefined);
    if (form.ready()) creating.submit();
  }

  return (
    <Form className={classes.form} onSubmit={submit} aria-label="New account with a temporary password">
      <p className={classes.note}>
        {external
          ? "You know this password: ask the person to change it at the user service."
          : "You know this password, so it must be changed at the first sign-in. With an invitation, the person chooses a password that only they know."}
      </p>
      {form.attempt > 0 && (
        <ErrorSummary items={summaryOf(form, "user", "No account was created.")} attempt={form.attempt} />
      )}
      {made && (
        <Notice tone="info" title={`The account ${made} was made`} alert>
          Send the password separately from the user name.
          {!external && " It must be changed at the first sign-in."}
        </Notice>
      )}
      <PersonFields prefix="user" types={types} form={form} />
      <NewPassword
        label="Temporary password"
        fresh={password}
        idPrefix="user"
        userName={values.user_name}
        errors={errors}
      />
      <Group justify="flex-end" gap={8}>
        <Text span c="var(--co-faint)" fz={12.5} mr="auto">
          Your draft is kept in this browser, except the password.
        </Text>
        <Button type="submit" loading={creating.busy}>
          Create account
        </Button>
      </Group>
    </Form>
  );
}
