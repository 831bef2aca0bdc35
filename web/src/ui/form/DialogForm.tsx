import type { ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { type Drafted, FormDraft } from "./DraftNote";
import { ErrorSummary, type Problems, summaryOf } from "./ErrorSummary";
import { FormDialog } from "./FormDialog";

interface FormState extends Problems, Drafted {
  attempt: number;
  ready: () => boolean;
}

interface DialogFormProps {
  title: string;
  form: FormState;
  prefix: string;
  /** On the button. */
  label: string;
  color?: ButtonProps["color"];
  busy: boolean;
  /** Sends it; called only if the page finds no problems. */
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A form in a dialog. Closing it decides nothing: typed values are restored when it opens again.
 */
export function DialogForm({ title, form, prefix, label, color, busy, onSubmit, onClose, children }: DialogFormProps) {
  return (
    <FormDialog
      title={title}
      size="lg"
      label={label}
      color={color}
      busy={busy}
      onSubmit={() => !busy && form.ready() && onSubmit()}
      onClose={onClose}
    >
      {form.attempt > 0 && (
        <ErrorSummary items={summaryOf(form, prefix, "Nothing was changed.")} attempt={form.attempt} />
      )}
      {children}
      <FormDraft form={form} />
    </FormDialog>
  );
}
