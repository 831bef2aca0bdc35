import { Button, Group, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { InvitationResult } from "@/api/accounts/accounts";
import { accountLists } from "@/api/accounts/accounts";
import { invite } from "@/api/accounts/calls";
import { reread } from "@/api/api-query";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { Form } from "@/ui/form/FormDialog";
import { type FieldErrors, handedInOnce, partsOf } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { Notice } from "@/ui/state/Notice";
import classes from "../accounts.module.css";
import { invitationDraft } from "../draft";
import { LinkField } from "../LinkField";
import { linkAddress, linkLife } from "../link";
import { otherAreas, userTypes } from "../words";
import { AlsoRoles, alsoOf } from "./AlsoRoles";
import { nobody, PersonFields, personFields, typeOf } from "./PersonFields";
import { addressProblem, placePerson, refusalOf } from "./problems";
import type { WayProps } from "./way";

const empty = { ...nobody, also_roles: [] as string[] };
const fields = [...personFields, "also_roles"] as const;

const kind = handedInOnce({
  ...partsOf<typeof empty>(...fields),
  draft: invitationDraft,
  check: ({ user_name }): FieldErrors => {
    const address = addressProblem(user_name);
    return address ? { user_name: address } : {};
  },
  place: (error) => placePerson(error, fields),
});

/** One person by e-mail: the text is kept until the invitation is out. */
export function OneInvitation({ area, selfId, manages, hours }: WayProps) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: selfId, object: area }, { held: undefined, empty });
  const [done, setDone] = useState<InvitationResult>();
  const types = userTypes(area);
  const others = otherAreas(area, typeOf(form.values, types), manages);

  const sending = useHandingIn(form, {
    send: async (typed) => {
      const also_roles = alsoOf(typed.also_roles, others);
      const person = { ...typed, also_roles, user_name: typed.user_name.trim(), user_type: typeOf(typed, types) };
      const [result] = await invite(area, [person], hours);
      if (!result || result.outcome === "refused") throw refusalOf(result);
      return result;
    },
    onDone: (result, sent) => {
      setDone(result);
      form.handedIn(sent);
      return reread(queries, ...accountLists);
    },
  });

  function submit() {
    setDone(undefined);
    if (form.ready()) sending.submit();
  }

  return (
    <Form className={classes.form} onSubmit={submit} aria-label="Invite one person">
      {form.attempt > 0 && (
        <ErrorSummary items={summaryOf(form, "invite", "No invitation was sent.")} attempt={form.attempt} />
      )}
      {done && <Done result={done} />}
      <PersonFields prefix="invite" types={types} form={form} />
      <AlsoRoles
        id="invite-also_roles"
        areas={others}
        roles={form.values.also_roles}
        error={form.errors.also_roles}
        onChange={(also_roles) => form.change((before) => ({ ...before, also_roles }), "also_roles")}
      />
      <Group justify="flex-end" gap={8}>
        <Text span c="var(--co-faint)" fz={12.5} mr="auto">
          Your draft is kept in this browser.
        </Text>
        <Button type="submit" loading={sending.busy}>
          Invite
        </Button>
      </Group>
    </Form>
  );
}

/** What became of the invitation: mailed, or the link to hand over. */
function Done({ result }: { result: InvitationResult }) {
  const { user_name: name, link } = result;
  const address = linkAddress(link);
  if (result.outcome === "added") {
    return (
      <Notice tone="info" title={`${name} has access now`} alert>
        {result.message || "An account with this name already existed. Its password is unchanged."}
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
      This server does not send mail. Send the link yourself, through a channel you trust. {linkLife(link)}
      <LinkField label={`Link for ${name}`} value={address} />
    </Notice>
  );
}
