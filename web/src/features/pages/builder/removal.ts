import { useEffect, useRef } from "react";
import { useSay } from "./saying";

interface Removed {
  words: string;
  /** Items there were. */
  count: number;
  /** The list, the place in it of what goes, and what stands around the list. */
  list: Element | undefined;
  at: number;
  around: Element | undefined;
}

/** Marks an item of a list from which items are taken out. */
export const itemMark = { "data-item": true };

const itemsOf = (list: Element) => [...list.children].filter((child) => child.matches("[data-item]"));
const reachable = "button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled)";

/**
 * Where the keyboard is when what it was on has been taken out of a list of `count`: on the item that comes to stand there, on
 * the one before, or on what follows the list. What is answered is called first, with the words that are said once it is gone.
 */
export function useRemoval(count: number): (words: string) => void {
  const say = useSay();
  const removed = useRef<Removed>(undefined);
  useEffect(() => {
    const was = removed.current;
    removed.current = undefined;
    if (!was || count !== was.count - 1) return;
    say(was.words);
    if (!was.list) return; // the keyboard was elsewhere
    const left = was.list.isConnected ? itemsOf(was.list) : [];
    const next = left[Math.min(was.at, left.length - 1)] ?? was.around;
    next?.querySelector<HTMLElement>(reachable)?.focus();
  }, [count, say]);
  return (words) => {
    const item = document.activeElement?.closest("[data-item]");
    const list = item?.parentElement ?? undefined;
    const at = item && list ? itemsOf(list).indexOf(item) : -1;
    removed.current = { words, count, list, at, around: list?.parentElement ?? undefined };
  };
}
