import { Button, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type HermesUpload, ofUpload, uploadChanged } from "@/api/hermes/hermes";
import { reviewersQuery } from "@/api/hermes/review";
import { assignReviewer } from "@/api/hermes/review-calls";
import { ApiError } from "@/lib/api-error";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { ReviewerItems } from "./ReviewerItems";

/** The reviewer of this submission; reviewers can change it. */
export function ReviewerLine({ upload }: { upload: HermesUpload }) {
  const { reviewer } = upload.review_state;
  const action = upload.actions.assign;
  const label = reviewer || "Any reviewer";
  if (!action) return <span>{label}</span>;
  if (!action.allowed) {
    return (
      <GuardedButton action={action} variant="default" size="xs" onClick={() => undefined}>
        {label}
      </GuardedButton>
    );
  }
  return <Assign upload={upload} label={label} />;
}

function Assign({ upload, label }: { upload: HermesUpload; label: string }) {
  const queries = useQueryClient();
  const assign = useMutation({
    mutationFn: (name: string) => assignReviewer(upload.id, upload.version, name),
    onSuccess: (changed) => {
      void uploadChanged(queries, changed);
      void queries.invalidateQueries({ queryKey: reviewersQuery.queryKey });
      const { reviewer } = changed.review_state;
      toastDone(reviewer ? `${reviewer} reviews this submission.` : "Any reviewer may take it.");
    },
    onError: (error) => {
      toastError("The reviewer was not changed", error);
      if (error instanceof ApiError && error.status === 409) {
        void queries.invalidateQueries(ofUpload(upload.id));
      }
    },
  });
  const { reviewer } = upload.review_state;
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" size="xs" loading={assign.isPending} aria-label={`Reviewer: ${label}. Change`}>
          {label} ▾
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReviewerItems current={reviewer} without={upload.uploaded_by} onAssign={assign.mutate} />
      </Menu.Dropdown>
    </Menu>
  );
}
