import { useState } from "react";
import { ApiError } from "@/lib/api-error";
import { type FieldErrors, fieldErrorsOf } from "./fieldErrors";
import { useWait } from "./Refusal";

export interface Credentials {
  userName: string;
  password: string;
  remember: boolean;
  /** Of the second factor, or a recovery code. */
  code?: string;
}

export type SignInField = "user_name" | "password";

/** Whether it is the user name or the password that was refused, and not the way to the server. */
function isAboutCredentials(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  if (error.code === "insecure_connection") return false;
  return [400, 401, 403, 422].includes(error.status) || error.code === "login_failed";
}

interface Options<T> {
  /** Signs in; what it throws is kept to be shown. The password is kept nowhere else. */
  send: (credentials: Credentials) => Promise<T>;
  onDone: (user: T) => void;
  /** The first step is shown again, or still, and its password was not taken. */
  onRefused: () => void;
}

/** Signing in as a course of steps: user name and password, then a code where the account has a second factor. */
export function useSignIn<T>({ send, onDone, onRefused }: Options<T>) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [errors, setErrors] = useState<FieldErrors<SignInField>>({});
  const [asked, setAsked] = useState<Credentials>();
  const wait = useWait(failure);

  function refuse(credentials: Credentials, error: unknown) {
    const code = error instanceof ApiError ? error.code : "";
    if (code === "second_factor_required") return setAsked(credentials);
    const inSecondStep = asked !== undefined && code !== "wrong_credentials";
    const told = inSecondStep ? undefined : fieldErrorsOf(error, ["user_name", "password"] as const);
    setFailure(told ? undefined : error);
    setErrors(told ?? {});
    if (inSecondStep) return;
    setAsked(undefined);
    onRefused();
  }

  async function attempt(credentials: Credentials): Promise<void> {
    if (busy || wait > 0) return;
    setBusy(true);
    setFailure(undefined);
    setErrors({});
    try {
      onDone(await send(credentials));
    } catch (error) {
      setBusy(false);
      refuse(credentials, error);
    }
  }

  /** After typing: hides the refusal, except for the time to wait. */
  function mend() {
    setErrors({});
    if (wait === 0) setFailure(undefined);
  }

  function back() {
    setAsked(undefined);
    setFailure(undefined);
  }

  const wrong = asked === undefined && isAboutCredentials(failure);
  return { busy, failure, errors, setErrors, asked, wait, wrong, attempt, mend, back };
}
