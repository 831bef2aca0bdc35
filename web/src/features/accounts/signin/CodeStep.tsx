import { Button, TextInput } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { messageOf } from "@/ui/states";
import classes from "./auth.module.css";
import { focusAndSelect } from "./focus";
import { Refusal } from "./Refusal";
import { SubmitButton } from "./SubmitButton";

interface Props {
  busy: boolean;
  /** Why the last code was not taken. */
  failure: unknown;
  /** Seconds until another try. */
  wait: number;
  onCode: (code: string) => void;
  /** The code is being typed again. */
  onChange: () => void;
  onBack: () => void;
}

/** The second step of signing in. The password was right; it waits in memory. */
export function CodeStep({ busy, failure, wait, onCode, onChange, onBack }: Props) {
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refused = failure instanceof ApiError && (failure.status === 401 || failure.status === 422);

  useEffect(() => input.current?.focus(), []);

  useEffect(() => {
    if (refused) focusAndSelect(input.current);
  }, [refused]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // Apps show the code in groups of three; it may be copied with its gap.
    const code = String(new FormData(event.currentTarget).get("code") ?? "").replace(/\s/g, "");
    setMissing(code === "");
    if (code === "") input.current?.focus();
    else onCode(code);
  }

  function errorOf() {
    if (missing) return "Type the code.";
    return refused ? <span role="alert">{messageOf(failure)}</span> : undefined;
  }

  return (
    <form
      className={classes.form}
      onSubmit={submit}
      onInput={() => {
        setMissing(false);
        onChange();
      }}
      noValidate
      aria-label="Second step"
    >
      <TextInput
        ref={input}
        name="code"
        label="Code"
        description="Six digits from your authenticator app, or one of the recovery codes that you saved."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={errorOf()}
        aria-required="true"
      />
      {!refused && <Refusal failure={failure} wait={wait} />}
      <SubmitButton busy={busy} busyWords="Signing in" disabled={wait > 0}>
        Sign in
      </SubmitButton>
      <Button variant="default" fullWidth onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
