import { Button, type ButtonProps, Group, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { Modal } from "../Modal";
import { DraftNote } from "./DraftNote";
import { ErrorSummary, type Problems, summaryOf } from "./ErrorSummary";

interface FormState extends Problems {
  attempt: number;
  clean: boolean;
  savedAt: number | undefined;
  base: unknown;
  ready: () => boolean;
  startOver: () => void;
}

interface DialogFormProps {
  title: string;
  form: FormState;
  prefix: string;
  /** On the button. */
  label: string;
  color?: ButtonProps["color"];
  busy: boolean;
  /** Sends it; asked only when nothing is wrong, as far as the page can tell. */
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. Closing it is no decision: what was typed is there when it is opened again. */
export function DialogForm({ title, form, prefix, label, color, busy, onSubmit, onClose, children }: DialogFormProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    // A dialog lies within the elements of the form that opened it.
    event.stopPropagation();
    if (!busy && form.ready()) onSubmit();
  }

  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {form.attempt > 0 && (
            <ErrorSummary items={summaryOf(form, prefix, "Nothing was changed.")} attempt={form.attempt} />
          )}
          {children}
          {!form.clean && (
            <DraftNote
              savedAt={form.savedAt}
              question={form.base ? "The form shows again what was last saved." : "What you typed is removed."}
              onStartOver={form.startOver}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color={color} loading={busy}>
              {label}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
