import { Button, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import { saveText } from "@/lib/text/csv";
import { CopyButton } from "@/ui/action/CopyButton";
import classes from "../signin/auth.module.css";

interface Props {
  codes: string[];
  userName: string;
  /** They were saved. */
  onDone: () => void;
}

/** The content of the saved file: codes without an explanation would be useless after a year. */
function recoveryText(codes: readonly string[], userName: string, host: string): string {
  return [
    `Recovery codes of ${userName} at ${host}`,
    "Each works once instead of a code from the app.",
    "",
    ...codes,
    "",
  ].join("\n");
}

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, userName, onDone }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const text = recoveryText(codes, userName, location.host);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.form}>
      <h2 className={classes.step} ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h2>
      <p className={classes.note}>
        Each signs you in once when you do not have the app. They are shown only now: print them, or keep them in a
        password manager, not on the phone with the app.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap={8}>
        <CopyButton value={text} />
        <Button
          variant="default"
          onClick={() => saveText("cohortium-recovery-codes.txt", text, "text/plain;charset=utf-8")}
        >
          Download as text
        </Button>
      </Group>
      <Button fullWidth onClick={onDone}>
        I have saved them
      </Button>
    </div>
  );
}
