import { confirmReset, type Link } from "@/api/doors";
import classes from "./auth.module.css";
import { DoorForm } from "./DoorForm";
import { isGone } from "./LinkGone";
import { NewPassword, useNewPassword } from "./NewPassword";
import { UserNameForManager } from "./UserNameForManager";
import { useSending } from "./useSending";

interface Props {
  token: string;
  link: Link;
  /** The link is not good any more. */
  onGone: (error: unknown) => void;
  onDone: () => void;
}

/** A new password for the account of a link. */
export function ChooseByLink({ token, link, onGone, onDone }: Props) {
  const fresh = useNewPassword("unknown");
  const sending = useSending(["password", "repeat"] as const);

  function submit() {
    void sending.send(fresh.check(), async () => {
      try {
        await confirmReset(token, fresh.value.password);
        onDone();
      } catch (error) {
        if (!isGone(error)) throw error;
        onGone(error);
      }
    });
  }

  return (
    <DoorForm
      name="Choose a password"
      sending={sending}
      onSubmit={submit}
      button="Change password"
      busyWords="Changing the password"
    >
      <UserNameForManager userName={link.user_name} />
      <NewPassword fresh={fresh} userName={link.user_name} errors={sending.errors} />
      <p className={classes.note}>All places where this account is signed in will be signed out.</p>
    </DoorForm>
  );
}
