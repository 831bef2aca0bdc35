import { useMutation } from "@tanstack/react-query";
import type { RecordForm } from "./useRecordForm";

interface HandingIn<V, Answer> {
  send: (values: V) => Promise<Answer>;
  /** `sent` are the form's values at the submission; they may have changed since. */
  onDone: (answer: Answer, sent: V) => unknown;
  /** Hears of a refusal besides what the form shows of it; answers whether it is not to be shown. */
  onRefused?: (error: unknown) => boolean;
}

/** Sends the form of something new: a record to register, a request, an invitation. */
export function useHandingIn<V, H, Part extends string, Answer>(
  form: RecordForm<V, H, Part>,
  { send, onDone, onRefused }: HandingIn<V, Answer>,
) {
  const handing = useMutation({
    mutationFn: send,
    onSuccess: onDone,
    onError: (error) => {
      if (!onRefused?.(error)) form.refuse(error);
    },
  });
  return { busy: handing.isPending, submit: () => handing.mutate(form.values) };
}
