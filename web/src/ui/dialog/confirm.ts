import type { ReactNode } from "react";

export interface Question {
  title: string;
  /** What will happen, and what will not. */
  children: ReactNode;
  /** The verb on the button, e.g. "Delete data set". */
  confirm: string;
  /** Of the button that changes nothing; "Cancel" when absent. */
  cancel?: string;
  /** Of a question with a table in it. */
  wide?: boolean;
  /** Something is lost for good. */
  danger?: boolean;
}

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  answer: (goOn: boolean) => void;
}

let waiting: readonly OpenQuestion[] = [];
const listeners = new Set<() => void>();

function change(next: readonly OpenQuestion[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** For the place that shows them, see Confirmation. One is asked at a time. */
export const questions = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  first: () => waiting[0],
};

/**
 * Asks for confirmation before an action that affects others or cannot be undone; returns the
 * answer.
 */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const open: OpenQuestion = {
      ...question,
      answer(goOn) {
        change(waiting.filter((other) => other !== open));
        resolve(goOn);
      },
    };
    change([...waiting, open]);
  });
}
