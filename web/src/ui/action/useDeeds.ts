import { useMutation } from "@tanstack/react-query";
import { confirm, type Question } from "../dialog/confirm";
import { toastDone, toastError } from "../dialog/toast";

/** Something done by a press, and what is said of it. */
export interface Deed<T> {
  /** Asked before; absent where nothing is lost. */
  question?: Question;
  call(): Promise<T>;
  /** Said when it is done. */
  done?: string;
  /** What else follows. */
  after?(answer: T): unknown;
  /** Said when it is refused, with the reason. */
  failed: string;
  /** Hears of a refusal; answers true where it is not to be told, as when the person took it back. */
  onRefused?(error: unknown): unknown;
}

/** Does things one at a time: asks first where something is lost, and says what came of it. */
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
