import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api-error";
import classes from "./auth.module.css";
import { fieldErrorsOf } from "./fieldErrors";
import { focusAndSelect } from "./focus";
import { PasswordField } from "./PasswordField";
import { Refusal, useWait } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import { UserNameForManager } from "./UserNameForManager";

interface Props {
  userName: string;
  busy: boolean;
  failure: unknown;
  onPassword: (current: string) => void;
}

/** The current password, for a change that needs it when signing in was long ago. */
export function ConfirmPassword({ userName, busy, failure, onPassword }: Props) {
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const wait = useWait(failure);
  const asked = failure instanceof ApiError && failure.code === "current_password_needed";
  const told = asked ? {} : fieldErrorsOf(failure, ["current_password"] as const);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => focusAndSelect(input.current), [failure]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const current = input.current?.value ?? "";
    setMissing(current === "");
    if (current === "") input.current?.focus();
    else if (!busy) onPassword(current);
  }

  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label="Confirm that it is you">
      <UserNameForManager userName={userName} />
      <PasswordField
        ref={input}
        name="current-password"
        label="Current password"
        description="You signed in a while ago; this change needs your password."
        autoComplete="current-password"
        error={missing ? "Type your current password." : told?.current_password}
      />
      {!told && <Refusal failure={failure} wait={wait} />}
      <SubmitButton busy={busy} busyWords="Checking" disabled={wait > 0}>
        Go on
      </SubmitButton>
    </form>
  );
}
