import { Group, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { acceptInvitation, type Link } from "@/api/accounts/doors";
import type { User } from "@/api/accounts/session";
import { NewPassword, useNewPassword } from "../password/NewPassword";
import { UserNameForManager } from "../password/UserNameForManager";
import { DoorForm } from "../signin/DoorForm";
import { useSending } from "../signin/useSending";
import { isGone } from "./LinkGone";

interface Props {
  token: string;
  link: Link;
  onGone: (error: unknown) => void;
  /** Signed in. */
  onDone: (user: User) => Promise<void>;
}

const fields = ["user_name", "first_name", "last_name", "password", "repeat"] as const;

/** Names and a password of one's own; the first administrator chooses the user name as well. */
export function AcceptForm({ token, link, onGone, onDone }: Props) {
  const queries = useQueryClient();
  const fresh = useNewPassword();
  const [names, setNames] = useState({
    user_name: link.user_name,
    first_name: link.first_name,
    last_name: link.last_name,
  });
  const sending = useSending(fields);
  const { errors } = sending;
  const choosesName = link.kind === "first_admin";

  const text = (field: keyof typeof names) =>
    sending.input(field, names[field], (value) => setNames({ ...names, [field]: value }));

  async function accept() {
    const { password } = fresh.value;
    const body = { token, password, first_name: names.first_name.trim(), last_name: names.last_name.trim() };
    const name = choosesName ? { user_name: names.user_name.trim() } : {};
    try {
      await onDone(await acceptInvitation(queries, { ...body, ...name }));
    } catch (error) {
      if (!isGone(error)) throw error;
      onGone(error);
    }
  }

  function submit() {
    const unnamed = choosesName && names.user_name.trim() === "";
    void sending.send({ ...(unnamed && { user_name: "Choose a user name." }), ...fresh.check() }, accept);
  }

  return (
    <DoorForm
      name="Accept"
      sending={sending}
      onSubmit={submit}
      button={choosesName ? "Create the account" : "Accept the invitation"}
      busyWords="Setting up your account"
    >
      {choosesName ? (
        <TextInput
          {...text("user_name")}
          label="User name"
          description="You can use your e-mail address."
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-required="true"
        />
      ) : (
        <UserNameForManager userName={link.user_name} />
      )}
      <Group grow gap={12} align="flex-start">
        <TextInput {...text("first_name")} label="First name" autoComplete="given-name" maxLength={100} />
        <TextInput {...text("last_name")} label="Last name" autoComplete="family-name" maxLength={100} />
      </Group>
      <NewPassword label="Password" fresh={fresh} userName={names.user_name} errors={errors} />
    </DoorForm>
  );
}
