import { Button, Code, Skeleton, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { askForReset } from "@/api/accounts/calls";
import { optionsQuery } from "@/api/accounts/options";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import classes from "../signin/auth.module.css";
import { BackToDoor, type Door } from "../signin/BackToDoor";
import { DoorForm } from "../signin/DoorForm";
import { SignInCard } from "../signin/SignInCard";
import { useSending } from "../signin/useSending";

/** The way to a link for a new password: by mail, or, on a server that sends none, from a person. */
export function AskForReset({ door }: { door: Door }) {
  const options = useQuery(optionsQuery);
  return (
    <SignInCard title="Forgot your password?" sub="A link lets you choose a new one, or sign in from a new browser.">
      <Answered
        what="what this server can do"
        answer={options}
        loading={<Skeleton height={120} role="status" aria-label="Asking what this server can do" />}
        title="It is not known whether this server sends mail"
      >
        {({ mail }) => (mail ? <ByMail /> : <ByPerson />)}
      </Answered>
      <BackToDoor door={door} />
    </SignInCard>
  );
}

function ByMail() {
  const sending = useSending(["user_name"] as const);
  const [asked, setAsked] = useState(false);

  function submit(form: HTMLFormElement) {
    const userName = String(new FormData(form).get("username") ?? "").trim();
    void sending.send(userName ? {} : { user_name: "Type your user name or e-mail." }, async () => {
      await askForReset(userName);
      setAsked(true);
    });
  }

  if (asked) return <Asked onAgain={() => setAsked(false)} />;
  return (
    <DoorForm name="Ask for a link" sending={sending} onSubmit={submit} button="Send me a link" busyWords="Asking">
      <TextInput
        name="username"
        label="User name or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={sending.errors.user_name}
        onInput={() => sending.mend("user_name")}
        aria-required="true"
      />
    </DoorForm>
  );
}

/** The same message for every name, so that it does not reveal who has an account. */
function Asked({ onAgain }: { onAgain: () => void }) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.focus(), []);
  return (
    <div className={classes.form}>
      <div ref={words} tabIndex={-1}>
        <Notice tone="info" title="Check your mail">
          If this is the name of an account with an e-mail address, a link is on its way there. It works once, within an
          hour.
        </Notice>
      </div>
      <Button variant="default" fullWidth onClick={onAgain}>
        No mail? Ask again
      </Button>
    </div>
  );
}

function ByPerson() {
  return (
    <div>
      <p className={classes.note}>
        This server does not send mail. Ask a person who manages users of your area (in HERMES and SGC, a reviewer) or
        an administrator of this server for a link.
      </p>
      <p className={classes.note}>
        Administrators find it in the account's menu under Users. Operators run <Code>cohortium user reset-link</Code>{" "}
        with your user name.
      </p>
    </div>
  );
}
