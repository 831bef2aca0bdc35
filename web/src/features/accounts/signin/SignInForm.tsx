import { Checkbox, TextInput } from "@mantine/core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Credential } from "@/api/accounts/own";
import { signIn } from "@/api/accounts/session";
import { signInSgc } from "@/api/sgc/session";
import { messageOf } from "@/ui/state/states";
import { PasswordField } from "../password/PasswordField";
import classes from "./auth.module.css";
import { CodeStep } from "./CodeStep";
import type { FieldErrors } from "./fieldErrors";
import { focusAndSelect } from "./focus";
import { Refusal } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import { type Credentials, type SignInField, useSignIn } from "./useSignIn";

interface SignInFormProps {
  /** What signing in opens: the session, or the area of SGC, whose accounts may be kept by a service elsewhere. */
  credential: Credential;
  /** Known when the session of this person ended. */
  userName?: string;
  onDone: (account: { id: string }) => void;
  /** Other ways to sign in, below the button; receives whether to remember the user. */
  children?: (remember: boolean) => ReactNode;
}

function read(form: HTMLFormElement): Credentials {
  const data = new FormData(form);
  return {
    userName: String(data.get("username") ?? "").trim(),
    password: String(data.get("password") ?? ""),
    remember: data.get("remember") !== null,
  };
}

async function sendSession(queries: QueryClient, { userName, ...proof }: Credentials): Promise<{ id: string }> {
  return signIn(queries, { user_name: userName, ...proof });
}

function sendSgc(queries: QueryClient, { userName, password, code }: Credentials): Promise<{ id: string }> {
  return signInSgc(queries, { username: userName, password, code });
}

function missing({ userName, password }: Credentials, label: string): FieldErrors<SignInField> {
  const found: FieldErrors<SignInField> = {};
  if (userName === "") found.user_name = `Type your ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;
  if (password === "") found.password = "Type your password.";
  return found;
}

/** User name and password, then the code of the second factor where there is one; the server's own sentence on refusal. */
export function SignInForm({ credential, userName = "", onDone, children }: SignInFormProps) {
  const queries = useQueryClient();
  const ofSgc = credential === "sgc";
  const label = ofSgc ? "User name" : "User name or e-mail";
  // The SGC button waits until both fields are filled, and explains that.
  const waits = ofSgc;
  const [filled, setFilled] = useState(!waits);
  const [remembered, setRemembered] = useState(false);
  const why = useId();
  const name = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const toPassword = () => requestAnimationFrame(() => focusAndSelect(password.current));
  const send = (given: Credentials) => (ofSgc ? sendSgc(queries, given) : sendSession(queries, given));
  const course = useSignIn({ send, onDone, onRefused: toPassword });
  const { asked, busy, errors, failure, wait, wrong } = course;

  useEffect(() => {
    (userName ? password : name).current?.focus();
  }, [userName]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const credentials = read(event.currentTarget);
    const found = missing(credentials, label);
    course.setErrors(found);
    if (found.user_name) name.current?.focus();
    else if (found.password) password.current?.focus();
    else void course.attempt(credentials);
  }

  function typed(event: FormEvent<HTMLFormElement>) {
    const credentials = read(event.currentTarget);
    if (waits) setFilled(credentials.userName !== "" && credentials.password !== "");
    course.mend();
  }

  function back() {
    course.back();
    toPassword();
  }

  const refusal = wrong ? <span role="alert">{messageOf(failure)}</span> : undefined;
  return (
    <>
      <form
        className={classes.form}
        hidden={asked !== undefined}
        onSubmit={submit}
        onInput={typed}
        // Browsers do not report autofilled fields until the user clicks.
        onAnimationStart={(event) => event.target instanceof HTMLInputElement && setFilled(true)}
        noValidate
        aria-label="Sign in"
      >
        <TextInput
          ref={name}
          data-autofocus={userName === "" ? true : undefined}
          name="username"
          label={label}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={userName}
          error={errors.user_name ?? wrong}
          aria-required="true"
        />
        <PasswordField
          ref={password}
          data-autofocus={userName === "" ? undefined : true}
          name="password"
          label="Password"
          autoComplete="current-password"
          error={errors.password ?? refusal}
        />
        {!wrong && !asked && <Refusal failure={failure} wait={wait} />}
        {!ofSgc && (
          <Checkbox
            name="remember"
            label="Remember me"
            description="Stay signed in on this device for up to 30 days. Leave it off on a shared computer."
            checked={remembered}
            onChange={(event) => setRemembered(event.currentTarget.checked)}
          />
        )}
        <SubmitButton
          busy={busy}
          busyWords="Signing in"
          disabled={!filled || wait > 0}
          describedBy={filled ? undefined : why}
        >
          Sign in
        </SubmitButton>
        {!filled && (
          <div className={classes.hint} id={why}>
            Fill in both fields to sign in.
          </div>
        )}
        {children?.(remembered)}
      </form>
      {asked && (
        <CodeStep
          busy={busy}
          failure={failure}
          onCode={(code) => void course.attempt({ ...asked, code })}
          onChange={course.mend}
          onBack={back}
        />
      )}
    </>
  );
}
