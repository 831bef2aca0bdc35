import { Button, Checkbox, PasswordInput, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { signIn, type User } from "@/api/session";
import { ApiError } from "@/lib/api-error";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import classes from "./auth.module.css";

interface SignInFormProps {
  /** Known when the session of this person ended. */
  userName?: string;
  onDone: (user: User) => void;
}

/** User name and password; the server's own sentence when it refuses. */
export function SignInForm({ userName = "", onDone }: SignInFormProps) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const first = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  useEffect(() => {
    (userName ? password : first).current?.focus();
  }, [userName]);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setFailure(undefined);
    try {
      const user = await signIn(queries, {
        user_name: String(form.get("username")).trim(),
        password: String(form.get("password")),
        remember: form.get("remember") !== null,
      });
      onDone(user);
    } catch (error) {
      setFailure(error);
      setBusy(false);
      password.current?.select();
    }
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label="Sign in">
      {failure !== undefined && <Refused error={failure} />}
      <TextInput
        ref={first}
        data-autofocus={userName === "" ? true : undefined}
        name="username"
        label="User name or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={userName}
        required
        withAsterisk={false}
      />
      <PasswordInput
        ref={password}
        data-autofocus={userName === "" ? undefined : true}
        name="password"
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
      />
      <Checkbox name="remember" label="Remember me on this device" />
      <Button type="submit" loading={busy} fullWidth>
        Sign in
      </Button>
    </form>
  );
}

function Refused({ error }: { error: unknown }) {
  const reference = error instanceof ApiError && error.status >= 500 ? error.requestId : "";
  return (
    <Notice tone="fail" alert>
      {messageOf(error)}
      {reference && ` Reference ${reference}.`}
    </Notice>
  );
}
