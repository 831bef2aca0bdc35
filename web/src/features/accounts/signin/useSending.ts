import { useEffect, useRef, useState } from "react";
import { type FieldErrors, fieldErrorsOf } from "./fieldErrors";

/**
 * The submission of a form: whether it runs, which fields were refused, and other errors. After a
 * refusal the focus moves to the first field to fix. The form keeps the typed values.
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

  /** Runs `job` unless `found` contains problems. A second press while it runs has no effect. */
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

  /** A field that is being fixed is not marked as wrong. */
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
