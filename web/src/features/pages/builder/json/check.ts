/** The problems of a document as text, by position. Pure; no DOM. */
import { documentSchema, documentVersion } from "@/lib/document/document";
import { faultOf } from "@/lib/document/fault";
import { placesOf, type Span, spanOf } from "@/lib/text/json-places";
import type { Problems } from "../problems";

export interface JsonProblem extends Span {
  /** From 1. */
  line: number;
  severity: "error" | "warning";
  text: string;
  /** The page cannot show the text because of it. */
  unreadable: boolean;
}

const pointerOf = (path: readonly PropertyKey[]) =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const lineAt = (text: string, at: number) => text.slice(0, at).split("\n").length;

/** What keeps the text from being a document; else what the server found in the document. */
export function problemsOfText(text: string, told: Problems): JsonProblem[] {
  const read = placesOf(text);
  if ("fault" in read) {
    const { at, line, text: words } = read.fault;
    return [{ from: at, to: Math.min(at + 1, text.length), line, severity: "error", text: words, unreadable: true }];
  }
  const { spans } = read;
  const at = (pointer: string, words: string, severity: JsonProblem["severity"], unreadable: boolean) => {
    const span = spanOf(spans, pointer);
    return { ...span, line: lineAt(text, span.from), severity, text: words, unreadable };
  };
  const value = JSON.parse(text) as { version?: unknown };
  if (typeof value?.version === "number" && value.version > documentVersion) {
    const words = `This document is of version ${value.version}. This server reads up to ${documentVersion}. Use a newer server.`;
    return [at("/version", words, "error", true)];
  }
  const shape = documentSchema.safeParse(value);
  if (!shape.success) {
    return shape.error.issues.map((issue) => at(pointerOf(issue.path), faultOf(issue, value), "error", true));
  }
  return told.map(({ path, text: words, severity }) => at(path, words, severity, false));
}
