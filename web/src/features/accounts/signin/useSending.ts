import { useEffect, useRef, useState } from "react";
import { type FieldErrors, fieldErrorsOf } from "./fieldErrors";

/**
 * One form's way to the server: whether it is under way, which fields were refused, and what else was. After a refusal the
 * focus moves to the first field to mend. What was typed stays with the form.
 */
export function useSending<F extends string>(fields: readonly F[]) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors<F>>({});
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [attempt]);

  function refuse(found: FieldErrors<F>, rest?: unknown) {
    setErrors(found);
    setFailure(rest);
    setAttempt((count) => count + 1);
  }

  /** Runs `job` unless `found` names something to mend first. A second press while it runs is no second try. */
  async function send(found: FieldErrors<F>, job: () => Promise<void>): Promise<void> {
    if (busy) return;
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors({});
    setFailure(undefined);
    setBusy(true);
    try {
      await job();
    } catch (error) {
      const told = fieldErrorsOf(error, fields);
      refuse(told ?? {}, told ? undefined : error);
    } finally {
      setBusy(false);
    }
  }

  /** A field that is being mended is not wrong any more. */
  function mend(field: F) {
    setErrors(({ [field]: _, ...rest }) => rest as FieldErrors<F>);
  }

  /** What the control of a text takes besides its label. */
  const input = (field: F, value: string, onText: (text: string) => void) => ({
    name: field,
    value,
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      onText(event.currentTarget.value);
      mend(field);
    },
  });

  return { form, busy, errors, failure, send, mend, input };
}

export type Sending<F extends string> = ReturnType<typeof useSending<F>>;
