import type { ReactNode } from "react";
import {
  type MetaStatus,
  metaStatusWords,
  type RunStatus,
  runStatusWords,
  type Tone,
  type UploadStatus,
  uploadStatusWords,
  type Verdict,
  verdictWords,
} from "@/lib/status";
import classes from "./Tag.module.css";

/** A word with the colour of its tone. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>;
}

interface StatusProps<T> {
  status: T;
  /** Added after the word, e.g. "62 %". */
  detail?: string;
}

function withDetail(word: string, detail?: string): string {
  return detail ? `${word} · ${detail}` : word;
}

export function UploadStatusTag({ status, detail }: StatusProps<UploadStatus>) {
  const { tone, word } = uploadStatusWords[status];
  return <Tag tone={tone}>{withDetail(word, detail)}</Tag>;
}

export function RunStatusTag({ status, detail }: StatusProps<RunStatus>) {
  const { tone, word } = runStatusWords[status];
  return <Tag tone={tone}>{withDetail(word, detail)}</Tag>;
}

export function MetaStatusTag({ status, detail }: StatusProps<MetaStatus>) {
  const { tone, word } = metaStatusWords[status];
  return <Tag tone={tone}>{withDetail(word, detail)}</Tag>;
}

export function VerdictTag({ verdict }: { verdict: Verdict }) {
  const { tone, word } = verdictWords[verdict];
  return <Tag tone={tone}>{word}</Tag>;
}
