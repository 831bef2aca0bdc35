import { Button } from "@mantine/core";
import { confirmReset, keepPassword, type Link } from "@/api/accounts/doors";
import { isGone } from "../register/LinkGone";
import classes from "../signin/auth.module.css";
import { DoorForm } from "../signin/DoorForm";
import { useSending } from "../signin/useSending";
import { NewPassword, useNewPassword } from "./NewPassword";
import { UserNameForManager } from "./UserNameForManager";

interface Props {
  token: string;
  link: Link;
  /** The link is not good any more. */
  onGone: (error: unknown) => void;
  onDone: (sentence: string) => void;
}

/** A new password for the account of a link, or the old one and a browser that may sign in without waiting. */
export function ChooseByLink({ token, link, onGone, onDone }: Props) {
  const fresh = useNewPassword("unknown");
  const sending = useSending(["password", "repeat"] as const);

  async function use(call: Promise<void>, done: string) {
    try {
      await call;
      onDone(done);
    } catch (error) {
      if (!isGone(error)) throw error;
      onGone(error);
    }
  }

  function submit() {
    void sending.send(fresh.check(), () =>
      use(confirmReset(token, fresh.value.password), "Your password is changed. Sign in with the new one."),
    );
  }

  function keep() {
    void sending.send({}, () =>
      use(keepPassword(token), "Your password is unchanged. You can sign in from this browser now."),
    );
  }

  return (
    <DoorForm
      name="Choose a password"
      sending={sending}
      onSubmit={submit}
      button="Change password"
      busyWords="Changing the password"
      below={
        <Button variant="default" fullWidth disabled={sending.busy} onClick={keep}>
          Keep my password
        </Button>
      }
    >
      <UserNameForManager userName={link.user_name} />
      <NewPassword fresh={fresh} userName={link.user_name} errors={sending.errors} />
      <p className={classes.note}>This account will be signed out everywhere.</p>
    </DoorForm>
  );
}
