import { Button, Group, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Credential, confirmSecondFactor } from "@/api/accounts/own";
import type { Schemas } from "@/api/client";
import { ApiError } from "@/lib/api-error";
import { CopyButton } from "@/ui/action/CopyButton";
import classes from "../signin/auth.module.css";
import { DoorForm } from "../signin/DoorForm";
import { useSending } from "../signin/useSending";

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
  const sending = useSending(["code"] as const);
  const { failure } = sending;
  const tooOld = failure instanceof ApiError && failure.code === "nothing_to_confirm";

  function submit() {
    const digits = code.replace(/\s/g, "");
    void sending.send(digits ? {} : { code: "Type the code that the app shows." }, async () => {
      onCodes(await confirmSecondFactor(queries, credential, digits));
    });
  }

  return (
    <DoorForm
      name="Set up the second factor"
      sending={sending}
      onSubmit={submit}
      button="Set up"
      busyWords="Checking the code"
      instead={
        tooOld && (
          <Button fullWidth onClick={onAgain}>
            Start again
          </Button>
        )
      }
    >
      <ol className={classes.steps}>
        <li>Install an authenticator app on your phone, if you have none yet.</li>
        <li>
          Scan this picture with it, or type the key.
          <img className={classes.qr} src={`data:image/png;base64,${secret.qr_png}`} alt="QR code of the key below" />
          <Group justify="space-between" gap="8px 16px">
            <span className={classes.secret}>{inGroups(secret.secret)}</span>
            <CopyButton value={secret.secret} label="Copy the key" size="xs" />
          </Group>
          <a href={secret.uri}>Open it in an app on this device</a>
        </li>
        <li>Type the code that the app shows.</li>
      </ol>
      <TextInput
        {...sending.input("code", code, setCode)}
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={20}
        aria-required="true"
      />
    </DoorForm>
  );
}
