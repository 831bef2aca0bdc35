import { useMutation } from "@tanstack/react-query";
import { confirm, type Question } from "../dialog/confirm";
import { toastDone, toastError } from "../dialog/toast";

/** An action of a button, with its message. */
export interface Deed<T> {
  /** Asked before; absent where nothing is lost. */
  question?: Question;
  call(): Promise<T>;
  /** The message when it is done. */
  done?: string;
  /** What else follows. */
  after?(answer: T): unknown;
  /** The message when it is refused, followed by the reason. */
  failed: string;
  /** Receives a refusal; returns true if no message is needed, as after a cancellation. */
  onRefused?(error: unknown): unknown;
}

/**
 * Runs one action at a time: asks for confirmation if data would be lost, and shows the outcome.
 */
export function useDeeds() {
  const { mutate, isPending } = useMutation({
    mutationFn: ({ call }: Deed<unknown>) => call(),
    onSuccess: (answer, { done, after }) => {
      if (done) toastDone(done);
      return after?.(answer);
    },
    onError: (error, { failed, onRefused }) => {
      if (onRefused?.(error) !== true) toastError(failed, error);
    },
  });
  async function run<T>(deed: Deed<T>): Promise<void> {
    if (!deed.question || (await confirm(deed.question))) mutate(deed as Deed<unknown>);
  }
  return { run: <T>(deed: Deed<T>) => void run(deed), busy: isPending };
}
