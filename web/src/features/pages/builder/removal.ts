import { useEffect, useRef } from "react";
import { useSay } from "./saying";

/** Called before an item is taken out of a list of `count`, with the words that are said once it is gone; nothing is when it stays. */
export function useRemoval(count: number): (words: string) => void {
  const say = useSay();
  const removed = useRef<{ words: string; count: number }>(undefined);
  useEffect(() => {
    const was = removed.current;
    removed.current = undefined;
    if (was && count === was.count - 1) say(was.words);
  }, [count, say]);
  return (words) => {
    removed.current = { words, count };
  };
}
