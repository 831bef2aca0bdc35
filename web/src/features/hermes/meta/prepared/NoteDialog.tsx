import { type ButtonProps, Textarea } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { z } from "zod/mini";
import { allPrepared, type PreparedMeta } from "@/api/hermes/prepared";
import type { DraftKind } from "@/lib/browser/draft";
import { useAccountId } from "@/lib/permission";
import { DialogForm } from "@/ui/form/DialogForm";
import { draftShape, type FieldErrors, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useRecordForm } from "@/ui/form/useRecordForm";
import classes from "../meta.module.css";

interface Props {
  title: string;
  /** Above the text, what sending it does. */
  children: ReactNode;
  /** Of the text. */
  label: string;
  /** On the button. */
  submit: string;
  color?: ButtonProps["color"];
  /** What the text is about, for the draft in the browser. */
  object: string;
  begin?: string;
  send: (text: string) => Promise<PreparedMeta>;
  onDone: (prepared: PreparedMeta) => void;
  onClose: () => void;
}

const typed = z.object({ text: z.string() });
type NoteForm = z.infer<typeof typed>;

const shape = draftShape(typed);
const draft: DraftKind<z.infer<typeof shape>> = { name: "hermes-prepared-note", version: 1, shape };

const kind = handedInOnce({
  ...partsOf<NoteForm>("text"),
  draft,
  check: ({ text }: NoteForm): FieldErrors => (text.trim() ? {} : { text: "Enter a reason." }),
  place: (error) => placeAt(error, ["text"]),
});

/** A dialog with one text: the reason for a choice, or for declining it. */
export function NoteDialog({
  title,
  children,
  label,
  submit,
  color,
  object,
  begin = "",
  send,
  onDone,
  onClose,
}: Props) {
  const queries = useQueryClient();
  const form = useRecordForm(kind, { account: useAccountId(), object }, { held: undefined, empty: { text: begin } });
  const sending = useHandingIn(form, {
    send: ({ text }) => send(text.trim()),
    onDone: (prepared, sent) => {
      form.handedIn(sent);
      onClose();
      onDone(prepared);
      return Promise.all(allPrepared.map((filter) => queries.invalidateQueries(filter)));
    },
  });
  return (
    <DialogForm
      title={title}
      form={form}
      prefix="note"
      label={submit}
      color={color}
      busy={sending.busy}
      onSubmit={sending.submit}
      onClose={onClose}
    >
      <p className={classes.dialogText}>{children}</p>
      <Textarea
        id="note-text"
        label={label}
        required
        autosize
        minRows={3}
        maxLength={2000}
        value={form.values.text}
        error={form.errors.text}
        onChange={(event) => {
          const text = event.currentTarget.value;
          form.change((before) => ({ ...before, text }), "text");
        }}
      />
    </DialogForm>
  );
}
