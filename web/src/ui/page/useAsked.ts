import { useEffect, useRef, useState } from "react";
import type { Answer } from "../state/Answered";

export type Ask<T> = (signal: AbortSignal) => Promise<T>;

interface Known<T> {
  data?: T;
  error?: unknown;
  /** What was asked. */
  of?: Ask<T>;
  at: number;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/**
 * Asks the engine, again whenever `ask` is another function. The last answer stays until the next one is there
 * (`stale`); undefined asks nothing. A question that was overtaken by another document is asked again.
 */
export function useAsked<T>(ask: Ask<T> | undefined): Answer<T> & { stale: boolean } {
  const [known, setKnown] = useState<Known<T>>({ at: 0 });
  const [turn, setTurn] = useState(0);
  const [asking, setAsking] = useState(false);
  const tries = useRef(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks the same again
  useEffect(() => {
    if (!ask) return;
    const control = new AbortController();
    setAsking(true);
    ask(control.signal).then(
      (data) => {
        if (control.signal.aborted) return;
        tries.current = 0;
        setKnown({ data, of: ask, at: Date.now() });
        setAsking(false);
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        if (isAbort(error) && tries.current++ < 20) {
          setTurn((before) => before + 1);
          return;
        }
        setKnown((before) => ({ ...before, error, of: ask }));
        setAsking(false);
      },
    );
    return () => control.abort();
  }, [ask, turn]);

  return {
    data: known.data,
    error: known.error,
    dataUpdatedAt: known.at,
    isFetching: asking,
    stale: known.of !== ask,
    refetch: () => {
      tries.current = 0;
      setTurn((before) => before + 1);
    },
  };
}
