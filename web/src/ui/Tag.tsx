import type { ReactNode } from "react";
import { type StatusWord, type Tone, type UploadStatus, uploadStatusWords } from "@/lib/status";
import classes from "./Tag.module.css";
import tones from "./tones.module.css";

/** A word with the colour of its tone. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${classes.tag} ${tones[tone]}`}>{children}</span>;
}

/** A state by its word. */
export function WordTag({ tone, word }: StatusWord) {
  return <Tag tone={tone}>{word}</Tag>;
}

/** The status of a HERMES submission in a word, coloured by what it needs. */
export function UploadStatusTag({ status }: { status: UploadStatus }) {
  return <WordTag {...uploadStatusWords[status]} />;
}
