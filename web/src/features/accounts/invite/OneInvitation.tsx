import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type InvitationResult, invite } from "@/api/accounts";
import { ErrorSummary } from "@/ui/form/ErrorSummary";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "../accounts.module.css";
import { invitationDraft, useFormDraft } from "../draft";
import { LinkField } from "../LinkField";
import { linkAddress, linkLife } from "../link";
import { TypeChoice } from "../TypeChoice";
import { userTypes } from "../words";
import { addressProblem, type Problems, problemsOfError, problemsOfResult, summaryOf } from "./problems";
import type { WayProps } from "./way";

const empty = { user_name: "", first_name: "", last_name: "", user_type: "" };
const fields = Object.keys(empty);

/** One person by e-mail: what was typed is kept until the invitation is out. */
export function OneInvitation({ area, selfId }: WayProps) {
  const queries = useQueryClient();
  const { values, change, clear } = useFormDraft(invitationDraft, { account: selfId, object: area }, empty);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [done, setDone] = useState<InvitationResult>();
  const types = userTypes(area);
  const type = values.user_type || (types[0]?.name ?? "");

  function explain(found: Problems) {
    setProblems(found);
    setAttempt((count) => count + 1);
  }

  const send = useMutation({
    mutationFn: async () => {
      const person = { ...values, user_name: values.user_name.trim(), user_type: type };
      const [result] = await invite(area, [person]);
      return result;
    },
    onSuccess: (result) => {
      if (!result || result.outcome === "refused") {
        explain(problemsOfResult(result ?? { user_name: "", outcome: "refused" }, fields));
        return;
      }
      setDone(result);
      clear();
      return queries.invalidateQueries({ queryKey: ["accounts"] });
    },
    onError: (error) => {
      const found = problemsOfError(error, fields);
      explain(Object.keys(found).length > 0 ? found : { "": `${messageOf(error)} Nobody was invited.` });
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const address = addressProblem(values.user_name);
    setDone(undefined);
    if (address) explain({ user_name: address });
    else {
      setProblems({});
      send.mutate();
    }
  }

  const text = (name: "user_name" | "first_name" | "last_name") => ({
    id: `invite-${name}`,
    value: values[name],
    error: problems[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change({ [name]: event.currentTarget.value }),
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Invite one person">
      <ErrorSummary items={summaryOf("invite", problems)} attempt={attempt} />
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
        value={type}
        onChange={(user_type) => change({ user_type })}
        error={problems.user_type}
      />
      <div className={classes.foot}>
        <span className={classes.kept}>What you type is kept in this browser.</span>
        <Button type="submit" loading={send.isPending}>
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
