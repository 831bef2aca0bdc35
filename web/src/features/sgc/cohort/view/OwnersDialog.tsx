import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { setOwners as putOwners } from "@/api/sgc/calls";
import { cohortConflicts, heldCohort } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged } from "@/api/sgc/sgc";
import { useMay } from "@/lib/permission";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { type Owners, OwnersFields } from "@/ui/form/OwnersFields";
import { Notice } from "@/ui/state/Notice";

interface OwnersProps {
  cohort: Cohort;
  /** User name of who is looking. */
  self: string;
  onClose: () => void;
}

/** To whom the cohort belongs, and who shares it. */
export function OwnersDialog({ cohort, self, onClose }: OwnersProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const reviews = useMay("sgc-review-data");
  const [owners, setOwners] = useState<Owners>({ owner: cohort.owner, others: cohort.co_owners });
  const name = owners.owner.trim();
  const leaves = !reviews && name !== self && !owners.others.includes(self);
  const save = useMutation({
    mutationFn: () => putOwners(cohort.id, cohort.version, name, owners.others),
    onSuccess: async (changed) => {
      toastDone(`${changed.name} belongs to ${changed.owner}.`);
      onClose();
      if (leaves) await navigate({ to: "/sgc" });
      await cohortChanged(queries, changed);
    },
    onError: (error) => cohortConflicts(queries, error),
  });
  const changedMeanwhile = heldCohort(save.error) !== undefined;

  return (
    <FormDialog
      title={`Owners of ${cohort.name}`}
      size="lg"
      label="Save"
      busy={save.isPending}
      disabled={name === ""}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <OwnersFields
        owners={owners}
        onChange={setOwners}
        what="cohort"
        ownerMeans="User name of an account of this area. Another name transfers the cohort."
        others={{
          label: "Shared with",
          description: "User names. Each can edit the cohort and submit files. Press Enter after each.",
        }}
        error={save.error}
        remedy={changedMeanwhile ? "Save again to apply your choice to the current cohort." : undefined}
      />
      {leaves && (
        <Notice tone="warn" title="You will lose access to this cohort">
          You are not its owner, and it is not shared with you.
        </Notice>
      )}
    </FormDialog>
  );
}
