import { formatSince } from "@/lib/format/format";
import { useNow } from "@/lib/format/now";
import { TextButton } from "../action/TextButton";
import { confirm } from "../dialog/confirm";
import classes from "./DraftNote.module.css";
import type { RecordForm } from "./useRecordForm";

interface DraftNoteProps {
  /** From `useDraft`: ms since 1970; undefined when the browser keeps nothing. */
  savedAt: number | undefined;
  /** What starting over does, e.g. "Your input is removed." */
  question: string;
  onStartOver: () => void;
}

/** When the draft was last kept, and the way back to the beginning. For a form in which something was typed. */
export function DraftNote({ savedAt, question, onStartOver }: DraftNoteProps) {
  const now = useNow(1000);

  async function ask() {
    const yes = await confirm({ title: "Start over?", children: question, confirm: "Start over", danger: true });
    if (yes) onStartOver();
  }

  return (
    <span className={classes.note}>
      {savedAt === undefined
        ? "Not saved yet."
        : `Draft kept in this browser ${formatSince(new Date(savedAt).toISOString(), now)} ago.`}{" "}
      <TextButton onClick={() => void ask()}>Start over</TextButton>
    </span>
  );
}

/** Of the form of a record, what its draft is about. */
export type Drafted = Pick<RecordForm<unknown, unknown>, "base" | "clean" | "savedAt" | "startOver">;

/** The same for the form of a record; nothing while nothing was typed. */
export function FormDraft({ form: { base, clean, savedAt, startOver } }: { form: Drafted }) {
  if (clean) return null;
  const question = base ? "The form shows the last saved values again." : "Your input is removed.";
  return <DraftNote savedAt={savedAt} question={question} onStartOver={startOver} />;
}
