import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { profileQuery } from "@/api/accounts/accounts";
import { type Credential, changePassword, refreshAccount } from "@/api/accounts/own";
import { ApiError } from "@/lib/api-error";
import { DoorForm } from "../signin/DoorForm";
import { useSending } from "../signin/useSending";
import { NewPassword, useNewPassword } from "./NewPassword";
import { PasswordField } from "./PasswordField";
import { UserNameForManager } from "./UserNameForManager";

interface Props {
  userName: string;
  /** What signs the call: the cookie, or the token of the SGC area. */
  credential?: Credential;
  /** Whether there is a password to prove oneself with. */
  hasPassword?: boolean;
  /** One has just signed in, as far as the page knows: the password is asked for when the server asks. */
  signedInLately?: boolean;
  /** On the button. */
  label?: string;
  /** Changed; the cached session is already updated. */
  onDone?: () => void;
}

const fields = ["current_password", "password", "repeat"] as const;

/** A new password for the own account. Clears itself after success, and keeps the text after a failure. */
export function ChangePasswordForm(props: Props) {
  const {
    userName,
    credential = "session",
    hasPassword = true,
    signedInLately = false,
    label = "Change password",
    onDone,
  } = props;
  const queries = useQueryClient();
  const profile = useQuery({ ...profileQuery, enabled: credential === "session" }).data;
  const fresh = useNewPassword(profile?.second_factor ?? "unknown");
  const [current, setCurrent] = useState("");
  const [needed, setNeeded] = useState(!signedInLately);
  const asks = hasPassword && needed;
  const sending = useSending(fields);

  async function change() {
    const proof = asks ? { current_password: current } : {};
    try {
      await changePassword(queries, credential, { password: fresh.value.password, ...proof });
    } catch (error) {
      if (error instanceof ApiError && error.code === "current_password_needed") setNeeded(true);
      throw error;
    }
    setCurrent("");
    fresh.clear();
    await refreshAccount(queries, credential);
    onDone?.();
  }

  function submit() {
    const unproved = asks && current === "" && { current_password: "Type your current password." };
    void sending.send({ ...unproved, ...fresh.check() }, change);
  }

  return (
    <DoorForm
      name="Change password"
      sending={sending}
      onSubmit={submit}
      button={label}
      busyWords="Changing the password"
    >
      <UserNameForManager userName={userName} />
      {asks && (
        <PasswordField
          {...sending.input("current_password", current, setCurrent)}
          name="current-password"
          label="Current password"
          autoComplete="current-password"
        />
      )}
      <NewPassword fresh={fresh} userName={userName} errors={sending.errors} />
    </DoorForm>
  );
}
