import { Button, Group, Select, Stack, Textarea } from "@mantine/core";
import { useEffect, useId, useRef, useState } from "react";
import { z } from "zod/mini";
import type { HermesUpload } from "@/api/hermes/hermes";
import { type DraftKind, useDraft } from "@/lib/browser/draft";
import { Modal } from "@/ui/dialog/Modal";
import { Notice } from "@/ui/state/Notice";
import { useFieldWords } from "../useFieldWords";
import classes from "./review.module.css";
import { subjectsOf } from "./subjects";

interface Remark {
  about: string;
  text: string;
}

/** Typed text is kept when the dialog is closed, until it is sent. */
const remarksDraft: DraftKind<Remark[]> = {
  name: "hermes-remarks",
  version: 1,
  shape: z.array(z.object({ about: z.string(), text: z.string() })),
};

interface Props {
  upload: HermesUpload;
  account: string;
  /** The text beside the decisions, which is the text of the first comment. */
  comment: string;
  steps: readonly string[];
  busy: boolean;
  failure: string | undefined;
  onSend: (comments: Remark[]) => Promise<void>;
  onClose: () => void;
}

const most = 50;

/** Comments on fields, columns, findings or the file, for the uploader to answer one by one. */
export function ChangesDialog({ upload, account, comment, steps, busy, failure, onSend, onClose }: Props) {
  const { restored, keep, discard } = useDraft(remarksDraft, { account, object: upload.id });
  const [remarks, setRemarks] = useState<Remark[]>(() => withComment(restored ?? [], comment.trim()));
  useEffect(() => keep(remarks.some(({ text }) => text) ? remarks : undefined), [keep, remarks]);
  const [tried, setTried] = useState(false);
  const subjects = subjectsOf(upload, steps, useFieldWords());
  const form = useRef<HTMLFormElement>(null);
  const wrong = remarks.map(({ about, text }) => ({
    about: about ? undefined : "Choose a subject.",
    text: text.trim() ? undefined : "Enter the change or explanation you need.",
  }));

  const change = (at: number, part: Partial<Remark>) =>
    setRemarks((before) => before.map((one, i) => (i === at ? { ...one, ...part } : one)));

  async function submit(): Promise<void> {
    setTried(true);
    if (wrong.some(({ about, text }) => about ?? text)) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    try {
      await onSend(remarks.map(({ about, text }) => ({ about, text: text.trim() })));
      discard();
    } catch {
      // The dialog shows it; typed text stays.
    }
  }

  return (
    <Modal opened onClose={onClose} title={`Request changes of ${upload.dataset_name}`} size="lg">
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!busy) void submit();
        }}
      >
        <Stack gap="md">
          <p className={classes.plain}>
            The uploader sees each comment in place, answers it or makes the change, and sends the submission back to
            you.
          </p>
          {remarks.map((remark, at) => (
            <RemarkFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a remark has nothing of its own to be known by.
              key={at}
              number={at + 1}
              remark={remark}
              subjects={subjects}
              errors={tried ? wrong[at] : undefined}
              onChange={(part) => change(at, part)}
              onRemove={
                remarks.length > 1 ? () => setRemarks((before) => before.filter((_, i) => i !== at)) : undefined
              }
            />
          ))}
          {remarks.length < most && (
            <Group>
              <Button
                variant="default"
                onClick={() => {
                  setTried(false);
                  setRemarks((before) => [...before, { about: "", text: "" }]);
                }}
              >
                Add a comment
              </Button>
            </Group>
          )}
          {failure && (
            <Notice tone="fail" alert>
              {failure}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Request changes
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function withComment(remarks: Remark[], comment: string): Remark[] {
  if (remarks.length > 0 && (!comment || remarks.some(({ text }) => text === comment))) return remarks;
  return [{ about: "", text: comment }, ...remarks];
}

interface RemarkFieldsProps {
  number: number;
  remark: Remark;
  subjects: ReturnType<typeof subjectsOf>;
  errors: { about: string | undefined; text: string | undefined } | undefined;
  onChange: (part: Partial<Remark>) => void;
  onRemove: (() => void) | undefined;
}

function RemarkFields({ number, remark, subjects, errors, onChange, onRemove }: RemarkFieldsProps) {
  const id = useId();
  return (
    <fieldset aria-labelledby={id} className={classes.remark}>
      <div className={classes.remarkHead}>
        <span id={id}>Comment {number}</span>
        {onRemove && (
          <Button variant="subtle" size="compact-sm" onClick={onRemove} aria-label={`Remove comment ${number}`}>
            Remove
          </Button>
        )}
      </div>
      <Select
        label="About"
        placeholder="A field, a column, a finding or the file"
        data={subjects}
        value={remark.about || null}
        searchable
        onChange={(about) => onChange({ about: about ?? "" })}
        error={errors?.about}
        data-autofocus={number === 1 || undefined}
      />
      <Textarea
        label="Change or explanation needed"
        value={remark.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
        error={errors?.text}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2000}
      />
    </fieldset>
  );
}
