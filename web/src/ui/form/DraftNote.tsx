import { formatSince } from "@/lib/format";
import { useNow } from "@/lib/now";
import { confirm } from "../confirm";
import { TextButton } from "../TextButton";
import classes from "./DraftNote.module.css";

interface DraftNoteProps {
  /** From `useDraft`: ms since 1970; undefined when the browser keeps nothing. */
  savedAt: number | undefined;
  /** What starting over does, e.g. "What you typed is removed." */
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
