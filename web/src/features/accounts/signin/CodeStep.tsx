import { Button, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/lib/api-error";
import { messageOf } from "@/ui/state/states";
import { DoorForm } from "./DoorForm";
import { focusAndSelect } from "./focus";

interface Props {
  busy: boolean;
  /** Why the last code was not taken. */
  failure: unknown;
  onCode: (code: string) => void;
  /** The code is being typed again. */
  onChange: () => void;
  onBack: () => void;
}

/** The second step of signing in. The password was right; it waits in memory. */
export function CodeStep({ busy, failure, onCode, onChange, onBack }: Props) {
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refused = failure instanceof ApiError && (failure.status === 401 || failure.status === 422);

  useEffect(() => input.current?.focus(), []);

  useEffect(() => {
    if (refused) focusAndSelect(input.current);
  }, [refused]);

  function submit(form: HTMLFormElement) {
    // Apps show the code in groups of three; it may be copied with its gap.
    const code = String(new FormData(form).get("code") ?? "").replace(/\s/g, "");
    setMissing(code === "");
    if (code === "") input.current?.focus();
    else onCode(code);
  }

  function errorOf() {
    if (missing) return "Type the code.";
    return refused ? <span role="alert">{messageOf(failure)}</span> : undefined;
  }

  return (
    <DoorForm
      name="Second step"
      sending={{ busy, failure: refused ? undefined : failure }}
      onSubmit={submit}
      button="Sign in"
      busyWords="Signing in"
      below={
        <Button variant="default" fullWidth onClick={onBack}>
          Back
        </Button>
      }
    >
      <TextInput
        ref={input}
        name="code"
        label="Code"
        description="Six digits from your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        error={errorOf()}
        onInput={() => {
          setMissing(false);
          onChange();
        }}
        aria-required="true"
      />
    </DoorForm>
  );
}
