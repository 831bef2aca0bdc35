import type { FormEvent } from "react";
import { confirmReset, type Link } from "@/api/doors";
import classes from "./auth.module.css";
import { isGone } from "./LinkGone";
import { NewPassword, useNewPassword } from "./NewPassword";
import { Refusal, useWait } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import { UserNameForManager } from "./UserNameForManager";
import { useSending } from "./useSending";

interface Props {
  token: string;
  link: Link;
  /** The link is not good any more. */
  onGone: (error: unknown) => void;
  onDone: () => void;
}

/** A new password for the account of a link. */
export function ChooseByLink({ token, link, onGone, onDone }: Props) {
  const fresh = useNewPassword("unknown");
  const { form, busy, errors, failure, send } = useSending(["password", "repeat"] as const);
  const wait = useWait(failure);

  function submit(event: FormEvent) {
    event.preventDefault();
    void send(fresh.check(), async () => {
      try {
        await confirmReset(token, fresh.value.password);
        onDone();
      } catch (error) {
        if (!isGone(error)) throw error;
        onGone(error);
      }
    });
  }

  return (
    <form className={classes.form} ref={form} onSubmit={submit} noValidate aria-label="Choose a password">
      <UserNameForManager userName={link.user_name} />
      <NewPassword fresh={fresh} userName={link.user_name} errors={errors} />
      <p className={classes.note}>All places where this account is signed in will be signed out.</p>
      <Refusal failure={failure} wait={wait} />
      <SubmitButton busy={busy} busyWords="Changing the password" disabled={wait > 0}>
        Change password
      </SubmitButton>
    </form>
  );
}
