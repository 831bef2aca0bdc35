import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type HermesUpload, ofUpload, uploadChanged } from "@/api/hermes/hermes";
import { undoReview } from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { toastDone, toastError } from "@/ui/dialog/toast";

/** Undoes a decision while nothing depends on it; afterwards it shows what does. */
export function UndoDecision({ upload, onUndone }: { upload: HermesUpload; onUndone: () => void }) {
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoReview(upload.id, upload.version),
    onSuccess: (changed) => {
      onUndone();
      void uploadChanged(queries, changed);
      toastDone("The decision is undone: the submission is ready for review again.");
    },
    onError: (error) => {
      toastError("The decision was not undone", error);
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries(ofUpload(upload.id));
      }
    },
  });
  return (
    <GuardedButton
      action={upload.actions.undo_review}
      variant="subtle"
      size="compact-sm"
      mt={6}
      ml={-8}
      loading={undo.isPending}
      onClick={() => undo.mutate()}
    >
      Undo
    </GuardedButton>
  );
}
