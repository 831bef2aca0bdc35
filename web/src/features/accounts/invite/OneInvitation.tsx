import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { invite } from "@/api/account-calls";
import { accountKeys, type InvitationResult } from "@/api/accounts";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { type FieldErrors, handedInOnce, partsOf } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/Notice";
import classes from "../accounts.module.css";
import { invitationDraft } from "../draft";
import { LinkField } from "../LinkField";
import { linkAddress, linkLife } from "../link";
import { TypeChoice } from "../TypeChoice";
import { userTypes } from "../words";
import { addressProblem, placePerson, refusalOf } from "./problems";
import type { WayProps } from "./way";

const empty = { user_name: "", first_name: "", last_name: "", user_type: "" };
const fields = ["user_name", "first_name", "last_name", "user_type"] as const;

const kind = handedInOnce({
  ...partsOf<typeof empty>(...fields),
  draft: invitationDraft,
  check: ({ user_name }): FieldErrors => {
    const address = addressProblem(user_name);
    return address ? { user_name: address } : {};
  },
  place: (error) => placePerson(error, fields),
});

/** One person by e-mail: what was typed is kept until the invitation is out. */
export function OneInvitation({ area, selfId }: WayProps) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: selfId, object: area }, { held: undefined, empty });
  const [done, setDone] = useState<InvitationResult>();
  const types = userTypes(area);
  const { values } = form;
  const typeOf = ({ user_type }: typeof empty) => user_type || (types[0]?.name ?? "");

  const sending = useHandingIn(form, {
    send: async (typed) => {
      const [result] = await invite(area, [{ ...typed, user_name: typed.user_name.trim(), user_type: typeOf(typed) }]);
      if (!result || result.outcome === "refused") throw refusalOf(result);
      return result;
    },
    onDone: (result, sent) => {
      setDone(result);
      form.handedIn(sent);
      return queries.invalidateQueries({ queryKey: accountKeys.all });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setDone(undefined);
    if (form.ready()) sending.submit();
  }

  const text = (name: "user_name" | "first_name" | "last_name") => ({
    id: `invite-${name}`,
    value: values[name],
    error: form.errors[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      form.change((before) => ({ ...before, [name]: value }), name),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Invite one person">
      {form.attempt > 0 && (
        <ErrorSummary items={summaryOf(form, "invite", "Nobody was invited.")} attempt={form.attempt} />
      )}
      {done && <Done result={done} />}
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
        id="invite-user_type"
        label="User type"
        types={types}
        value={typeOf(values)}
        onChange={(user_type) => form.change((before) => ({ ...before, user_type }), "user_type")}
        error={form.errors.user_type}
      />
      <div className={classes.foot}>
        <span className={classes.kept}>What you type is kept in this browser.</span>
        <Button type="submit" loading={sending.busy}>
          Invite
        </Button>
      </div>
    </form>
  );
}

/** What became of the invitation: mailed, or the link to hand over. */
function Done({ result }: { result: InvitationResult }) {
  const { user_name: name, link } = result;
  const address = linkAddress(link);
  if (result.outcome === "added") {
    return (
      <Notice tone="info" title={`${name} has the role now`} alert>
        {result.message || "There was an account of this name already; it keeps its password."}
      </Notice>
    );
  }
  if (!link || !address) {
    return (
      <Notice tone="info" title={`The invitation was mailed to ${name}`} alert>
        {link && linkLife(link)} You can send it again from the list of users.
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={`${name} is invited`} alert>
      This server sends no mail. Hand the link over yourself, over a channel you trust. {linkLife(link)}
      <LinkField label={`Link for ${name}`} value={address} />
    </Notice>
  );
}
