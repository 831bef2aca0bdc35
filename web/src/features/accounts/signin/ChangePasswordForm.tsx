import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { profileQuery } from "@/api/accounts";
import { type Credential, changePassword, refreshAccount } from "@/api/own-account";
import classes from "./auth.module.css";
import { NewPassword, useNewPassword } from "./NewPassword";
import { PasswordField } from "./PasswordField";
import { Refusal, useWait } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import { UserNameForManager } from "./UserNameForManager";
import { useSending } from "./useSending";

interface Props {
  userName: string;
  /** What signs the call: the cookie, or the token of the SGC area. */
  credential?: Credential;
  /** Whether there is a password to prove oneself with. */
  hasPassword?: boolean;
  /** On the button. */
  label?: string;
  /** Changed; the session in the cache says so already. */
  onDone?: () => void;
}

const fields = ["current_password", "password", "repeat"] as const;

/** A new password for the own account. Clears itself when it is done, and keeps what was typed when it is not. */
export function ChangePasswordForm(props: Props) {
  const { userName, credential = "session", hasPassword = true, label = "Change password", onDone } = props;
  const queries = useQueryClient();
  const profile = useQuery({ ...profileQuery, enabled: credential === "session" }).data;
  const fresh = useNewPassword(profile?.second_factor ?? "unknown");
  const [current, setCurrent] = useState("");
  const { form, busy, errors, failure, send, mend } = useSending(fields);
  const wait = useWait(failure);

  async function change() {
    const proof = hasPassword ? { current_password: current } : {};
    await changePassword(queries, credential, { password: fresh.value.password, ...proof });
    setCurrent("");
    fresh.clear();
    await refreshAccount(queries, credential);
    onDone?.();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const unproved = hasPassword && current === "" && { current_password: "Type your current password." };
    void send({ ...unproved, ...fresh.check() }, change);
  }

  return (
    <form className={classes.form} ref={form} onSubmit={submit} noValidate aria-label="Change password">
      <UserNameForManager userName={userName} />
      {hasPassword && (
        <PasswordField
          name="current-password"
          label="Current password"
          autoComplete="current-password"
          value={current}
          error={errors.current_password}
          onChange={(event) => {
            setCurrent(event.currentTarget.value);
            mend("current_password");
          }}
        />
      )}
      <NewPassword fresh={fresh} userName={userName} errors={errors} />
      <Refusal failure={failure} wait={wait} />
      <SubmitButton busy={busy} busyWords="Changing the password" disabled={wait > 0}>
        {label}
      </SubmitButton>
    </form>
  );
}
