import type { ReactNode } from "react";
import classes from "./auth.module.css";
import { Refusal, useWait } from "./Refusal";
import { SubmitButton } from "./SubmitButton";
import type { Sending } from "./useSending";

interface Props {
  /** For users who cannot see it. */
  name: string;
  sending: Pick<Sending<never>, "busy" | "failure"> & Partial<Pick<Sending<never>, "form">>;
  onSubmit: (form: HTMLFormElement) => void;
  /** On the button, and while it works. */
  button: string;
  busyWords: string;
  /** In place of the button. */
  instead?: ReactNode;
  /** Below the button: another way on. */
  below?: ReactNode;
  children: ReactNode;
}

/** A form at a door: its fields, why it was refused, and its one button. */
export function DoorForm({ name, sending, onSubmit, button, busyWords, instead, below, children }: Props) {
  const { form, busy, failure } = sending;
  const wait = useWait(failure);
  return (
    <form
      className={classes.form}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
      noValidate
      aria-label={name}
    >
      {children}
      <Refusal failure={failure} wait={wait} />
      {instead || (
        <SubmitButton busy={busy} busyWords={busyWords} disabled={wait > 0}>
          {button}
        </SubmitButton>
      )}
      {below}
    </form>
  );
}
