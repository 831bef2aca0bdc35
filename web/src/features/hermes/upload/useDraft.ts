import { useDebouncedCallback } from "@mantine/hooks";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, type DraftContent, discardDraft, readDraft, saveDraft } from "./draft";

const saveAfterMs = 600;

export interface DraftHandle {
  /** What an earlier visit left. */
  initial: Draft | undefined;
  /** Saves soon after the last change. */
  save: (content: DraftContent) => void;
  discard: () => void;
  /** When it was last saved in this visit; undefined before, or when the browser refuses. */
  savedAt: number | undefined;
}

/** Keeps what is typed in the browser's storage, at most a moment behind. */
export function useDraft(key: string): DraftHandle {
  const [initial] = useState(() => readDraft(key));
  const [savedAt, setSavedAt] = useState(initial?.savedAt);
  const gone = useRef(false);

  const write = useDebouncedCallback(
    (content: DraftContent) => {
      if (!gone.current) setSavedAt(saveDraft(key, content, Date.now()));
    },
    { delay: saveAfterMs, flushOnUnmount: true },
  );

  useEffect(() => {
    const flush = () => write.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, [write]);

  const discard = useCallback(() => {
    gone.current = true;
    discardDraft(key);
  }, [key]);

  return { initial, save: write, discard, savedAt };
}
