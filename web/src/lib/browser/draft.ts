import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import { z } from "zod/mini";
import { readStored, removeStored, writeStored } from "./stored";

const saveAfterMs = 600;
const saveAtLeastMs = 2000;

/**
 * What a form keeps in the browser. Only what `shape` declares is written, so a form keeps a password or a code out of its
 * draft by leaving it out of the shape. Content is JSON. A changed shape takes the next version; drafts of an older
 * one are dropped when the form is opened.
 */
export interface DraftKind<T> {
  /** Area and form, e.g. "hermes-upload". */
  name: string;
  version: number;
  shape: z.core.$ZodType<T>;
}

/** Whose draft of what; "new" is the object that is not registered yet. */
export interface DraftOf {
  account: string;
  object: string;
}

export interface Draft<T> {
  content: T;
  /** ms since 1970 */
  savedAt: number;
}

export function draftKey({ name, version }: DraftKind<unknown>, { account, object }: DraftOf): string {
  return `cohortium-draft/${name}/v${version}/${account}/${object}`;
}

/** The stored draft, or undefined when there is none or it has another shape. */
export function readDraft<T>(kind: DraftKind<T>, of: DraftOf): Draft<T> | undefined {
  const stored = z.object({ content: kind.shape, savedAt: z.number() });
  const parsed = z.safeParse(stored, readStored(draftKey(kind, of)));
  return parsed.success ? (parsed.data as Draft<T>) : undefined;
}

/** False when the browser refuses to store, or the content has not the shape of its kind. */
export function writeDraft<T>(kind: DraftKind<T>, of: DraftOf, draft: Draft<T>): boolean {
  const content = z.safeParse(kind.shape, draft.content);
  return content.success && writeStored(draftKey(kind, of), { content: content.data, savedAt: draft.savedAt });
}

export function removeDraft(kind: DraftKind<unknown>, of: DraftOf): void {
  removeStored(draftKey(kind, of));
}

function removeOlder(kind: DraftKind<unknown>, of: DraftOf): void {
  for (let version = kind.version - 1; version > 0; version--) removeDraft({ ...kind, version }, of);
}

export interface DraftHandle<T> {
  /** What an earlier visit left: the form begins with it, or asks first. */
  restored: T | undefined;
  /**
   * Keeps the content, at most a moment behind; the latest is written when the page is left. `undefined` is nothing to keep:
   * it removes a draft that this form restored or wrote, but not what another tab keeps.
   */
  keep: (content: T | undefined) => void;
  /** Forgets the draft at once, as after handing in. The same content is not kept again. */
  discard: () => void;
  /** When it was last saved, ms since 1970; undefined when there is nothing, or when the browser refuses. */
  savedAt: number | undefined;
}

/**
 * Stores typed values in the browser, for one account and one object. They survive reload and
 * sign-out. Without a kind nothing is stored, because the values are secret.
 */
export function useDraft<T>(kind: DraftKind<T> | undefined, { account, object }: DraftOf): DraftHandle<T> {
  const [initial] = useState(() => kind && readDraft(kind, { account, object }));
  const [savedAt, setSavedAt] = useState(initial?.savedAt);
  const ours = useRef(initial !== undefined);
  const discarded = useRef<string>(undefined);
  const last = useRef<string>(undefined);

  const write = useDebouncedCallback(
    (content: T | undefined) => {
      if (!kind) return;
      const of = { account, object };
      const now = Date.now();
      if (content === undefined) {
        if (ours.current) removeDraft(kind, of);
        ours.current = false;
        setSavedAt(undefined);
        return;
      }
      ours.current = true;
      setSavedAt(writeDraft(kind, of, { content, savedAt: now }) ? now : undefined);
    },
    { delay: saveAfterMs, maxWait: saveAtLeastMs, flushOnUnmount: true },
  );

  useEffect(() => {
    if (kind) removeOlder(kind, { account, object });
    const flush = () => write.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [kind, account, object, write]);

  const keep = useCallback(
    (content: T | undefined) => {
      const text = JSON.stringify(content);
      last.current = text;
      if (text !== undefined && text === discarded.current) return;
      discarded.current = undefined;
      if (content === undefined && !ours.current) write.cancel();
      else write(content);
    },
    [write],
  );

  const discard = useCallback(() => {
    write.cancel();
    discarded.current = last.current;
    ours.current = false;
    if (kind) removeDraft(kind, { account, object });
    setSavedAt(undefined);
  }, [kind, account, object, write]);

  return { restored: initial?.content, keep, discard, savedAt };
}
