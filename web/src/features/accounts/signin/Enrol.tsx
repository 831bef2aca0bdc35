import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Schemas } from "@/api/client";
import { type Credential, confirmSecondFactor } from "@/api/own-account";
import { ApiError } from "@/lib/api-error";
import { CopyButton } from "@/ui/CopyButton";
import classes from "./auth.module.css";
import { Refusal, useWait } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import { useSending } from "./useSending";

interface Props {
  secret: Schemas["SecondFactorSecret"];
  credential: Credential;
  onCodes: (codes: string[]) => void;
  /** The secret is too old; another one is wanted. */
  onAgain: () => void;
}

/** "JBSW Y3DP …": easier to type by hand. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, "$1 ");
}

/** The app learns the secret, and proves it with a code. */
export function Enrol({ secret, credential, onCodes, onAgain }: Props) {
  const queries = useQueryClient();
  const [code, setCode] = useState("");
  const { form, busy, errors, failure, send, mend } = useSending(["code"] as const);
  const wait = useWait(failure);
  const tooOld = failure instanceof ApiError && failure.code === "nothing_to_confirm";

  function submit(event: FormEvent) {
    event.preventDefault();
    const digits = code.replace(/\s/g, "");
    void send(digits ? {} : { code: "Type the code that the app shows." }, async () => {
      onCodes(await confirmSecondFactor(queries, credential, digits));
    });
  }

  return (
    <form className={classes.form} ref={form} onSubmit={submit} noValidate aria-label="Set up the second factor">
      <ol className={classes.steps}>
        <li>Install an authenticator app on your phone, if you have none yet.</li>
        <li>
          Scan this picture with it, or type the key.
          <img className={classes.qr} src={`data:image/png;base64,${secret.qr_png}`} alt="QR code of the key below" />
          <div className={classes.row}>
            <span className={classes.secret}>{inGroups(secret.secret)}</span>
            <CopyButton value={secret.secret} label="Copy the key" size="xs" />
          </div>
          <a href={secret.uri}>Open it in an app on this device</a>
        </li>
        <li>Type the code that the app shows.</li>
      </ol>
      <TextInput
        name="code"
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        value={code}
        error={errors.code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          mend("code");
        }}
        aria-required="true"
      />
      <Refusal failure={failure} wait={wait} />
      {tooOld ? (
        <Button fullWidth onClick={onAgain}>
          Begin again
        </Button>
      ) : (
        <SubmitButton busy={busy} busyWords="Checking the code" disabled={wait > 0}>
          Set up
        </SubmitButton>
      )}
    </form>
  );
}
