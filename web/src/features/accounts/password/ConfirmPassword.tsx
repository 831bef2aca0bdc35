import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { DoorForm } from "../signin/DoorForm";
import { fieldErrorsOf } from "../signin/fieldErrors";
import { focusAndSelect } from "../signin/focus";
import { PasswordField } from "./PasswordField";
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
  const asked = failure instanceof ApiError && failure.code === "current_password_needed";
  const told = asked ? {} : fieldErrorsOf(failure, ["current_password"] as const);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal moves the focus
  useEffect(() => focusAndSelect(input.current), [failure]);

  function submit() {
    const current = input.current?.value ?? "";
    setMissing(current === "");
    if (current === "") input.current?.focus();
    else if (!busy) onPassword(current);
  }

  return (
    <DoorForm
      name="Confirm that it is you"
      sending={{ busy, failure: told ? undefined : failure }}
      onSubmit={submit}
      button="Go on"
      busyWords="Checking"
    >
      <UserNameForManager userName={userName} />
      <PasswordField
        ref={input}
        name="current-password"
        label="Current password"
        description="You signed in a while ago. This change requires your password."
        autoComplete="current-password"
        error={missing ? "Type your current password." : told?.current_password}
      />
    </DoorForm>
  );
}
