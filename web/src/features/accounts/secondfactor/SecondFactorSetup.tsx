import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { type Credential, refreshAccount, type SecretTry, secretQuery } from "@/api/accounts/own";
import { ApiError } from "@/lib/api-error";
import { ConfirmPassword } from "../password/ConfirmPassword";
import classes from "../signin/auth.module.css";
import { Refusal } from "../signin/Refusal";
import { Enrol } from "./Enrol";
import { RecoveryCodes } from "./RecoveryCodes";

interface Props {
  userName: string;
  /** What signs the calls: the cookie, or the token of the SGC area. */
  credential?: Credential;
  /** Set up; the recovery codes are shown. */
  onEnrolled?: () => void;
  /** Set up, and the recovery codes are saved; the cached session is already updated. */
  onDone: () => void;
  onCancel?: () => void;
}

function asksForPassword(error: unknown): boolean {
  return error instanceof ApiError && ["current_password_needed", "wrong_password"].includes(error.code);
}

/** Sets up an authenticator app: its secret, its first code, and the recovery codes. */
export function SecondFactorSetup({ userName, credential = "session", onEnrolled, onDone, onCancel }: Props) {
  const queries = useQueryClient();
  const id = useId();
  const [attempt, setAttempt] = useState<SecretTry>({ number: 1 });
  const [codes, setCodes] = useState<string[]>();
  const { data, error, isFetching } = useQuery(secretQuery(queries, credential, id, attempt));

  const again = (current?: string) => setAttempt(({ number }) => ({ number: number + 1, current }));

  function enrolled(fresh: string[]) {
    setCodes(fresh);
    onEnrolled?.();
  }

  async function saved() {
    await refreshAccount(queries, credential).catch(() => undefined);
    onDone();
  }

  if (codes) return <RecoveryCodes codes={codes} userName={userName} onDone={() => void saved()} />;
  return (
    <div className={classes.form}>
      {data ? (
        <Enrol secret={data} credential={credential} onCodes={enrolled} onAgain={() => again()} />
      ) : asksForPassword(error) || attempt.current !== undefined ? (
        <ConfirmPassword userName={userName} busy={isFetching} failure={error ?? undefined} onPassword={again} />
      ) : error ? (
        <>
          <Refusal failure={error} />
          <Button onClick={() => again()}>Try again</Button>
        </>
      ) : (
        <Skeleton height={240} role="status" aria-label="Making a secret" />
      )}
      {onCancel && (
        <Button variant="default" fullWidth onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
