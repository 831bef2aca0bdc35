import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { optionsQuery } from "@/api/accounts/options";
import { sendReminder } from "@/api/sgc/calls";
import { cohortQuery, type Reminder, reminderQuery } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { CopyButton } from "@/ui/action/CopyButton";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone } from "@/ui/dialog/toast";
import { Answered } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { Refused } from "@/ui/state/Refused";
import classes from "./consortium.module.css";

interface Props {
  /** Of the cohort. */
  id: string;
  name: string;
  onClose: () => void;
}

/**
 * A message to the owner of a cohort with the missing parts: to copy, or to be mailed by the
 * server.
 */
export function ReminderDialog({ id, name, onClose }: Props) {
  // Always fresh, because missing parts may have arrived meanwhile.
  const reminder = useQuery({ ...reminderQuery(id), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title={`Reminder for ${name}`} size="lg">
      <Answered what="the message" answer={reminder}>
        {(message) => <Message id={id} message={message} onClose={onClose} />}
      </Answered>
    </Modal>
  );
}

interface MessageProps {
  id: string;
  message: Reminder;
  onClose: () => void;
}

function Message({ id, message, onClose }: MessageProps) {
  const [{ subject, text }, setTyped] = useState(message);
  const changed = subject !== message.subject || text !== message.text;
  const set = (part: Partial<Reminder>) => setTyped((before) => ({ ...before, ...part }));
  return (
    <Stack gap="sm">
      <Named message={message} />
      <TextInput label="Subject" value={subject} onChange={(event) => set({ subject: event.currentTarget.value })} />
      <Textarea
        label="Message"
        description="You can change it before you copy it"
        value={text}
        autosize
        minRows={8}
        maxRows={18}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <Group gap="xs">
        <CopyButton value={text} label="Copy message" />
        <CopyButton value={subject} label="Copy subject" />
        {changed && (
          <Button variant="subtle" onClick={() => setTyped(message)}>
            Undo my changes
          </Button>
        )}
      </Group>
      <Sending id={id} to={message.to} changed={changed} onSent={onClose} />
    </Stack>
  );
}

/** What the message names, which is all that is open for this cohort and nothing else. */
function Named({ message: { missing, wrong } }: { message: Reminder }) {
  if (missing.length + wrong.length === 0) {
    return <Notice tone="info">Nothing is missing. The message asks to validate the cohort.</Notice>;
  }
  const parts = [
    missing.length > 0 && `${plural(missing.length, "thing")} missing`,
    wrong.length > 0 && `${plural(wrong.length, "problem")} to correct`,
  ].filter(Boolean);
  return (
    <Notice tone="info" title={`The message lists ${parts.join(" and ")} only`}>
      <ul className={classes.named}>
        {[...missing, ...wrong].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface SendingProps {
  id: string;
  to: string;
  /** The text differs from the server's, which is the one that is mailed. */
  changed: boolean;
  onSent: () => void;
}

/** Mails the server's own text, after asking; nothing where the server sends no mail. */
function Sending({ id, to, changed, onSent }: SendingProps) {
  const queries = useQueryClient();
  const mail = useQuery(optionsQuery).data?.mail ?? false;
  const [asking, setAsking] = useState(false);
  const send = useMutation({
    mutationFn: () => sendReminder(id),
    onSuccess: () => {
      toastDone(`The reminder was mailed to ${to}.`);
      onSent();
      return queries.invalidateQueries({ queryKey: cohortQuery(id).queryKey });
    },
  });
  if (!mail) return null;
  const reason = to
    ? "The server can only send its original text. Undo your changes, or copy the message."
    : "The mail address of the owner is not known. Copy the message.";
  return (
    <>
      <Refused error={send.error}>The message was not sent.</Refused>
      {asking && !changed ? (
        <Notice tone="info" title={`Mail this message to ${to}?`}>
          <Group gap="xs" mt="xs">
            <Button loading={send.isPending} onClick={() => send.mutate()}>
              Send now
            </Button>
            <Button variant="default" onClick={() => setAsking(false)}>
              Do not send
            </Button>
          </Group>
        </Notice>
      ) : (
        <Group justify="flex-end">
          <GuardedButton action={{ allowed: to !== "" && !changed, reason }} onClick={() => setAsking(true)}>
            Send by mail
          </GuardedButton>
        </Group>
      )}
    </>
  );
}
