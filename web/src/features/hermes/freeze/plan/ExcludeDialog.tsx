import { Autocomplete, TextInput } from "@mantine/core";
import { useState } from "react";
import type { FreezeScope } from "@/api/hermes/freezes";
import { FormDialog } from "@/ui/form/FormDialog";
import type { FreezeDraft } from "./draft";
import { ScopeFields } from "./ScopeFields";

interface Props {
  /** Cohorts to choose from; another name can be typed. */
  cohorts: readonly string[];
  onAdd: (exclusion: FreezeDraft["document"]["exclude"][number]) => void;
  onClose: () => void;
}

/** Leaves a cohort out, with the reason that the plan and the release notes repeat. */
export function ExcludeDialog({ cohorts, onAdd, onClose }: Props) {
  const [cohort, setCohort] = useState("");
  const [reason, setReason] = useState("");
  const [scope, setScope] = useState<FreezeScope>({});
  const [tried, setTried] = useState(false);

  function submit() {
    setTried(true);
    if (!cohort.trim() || !reason.trim()) return;
    onAdd({ cohort: cohort.trim(), reason: reason.trim(), ...scope });
    onClose();
  }

  return (
    <FormDialog title="Leave out a cohort" size="lg" label="Leave out" busy={false} onSubmit={submit} onClose={onClose}>
      <Autocomplete
        label="Cohort"
        required
        data={[...cohorts]}
        value={cohort}
        onChange={setCohort}
        maxLength={200}
        error={tried && !cohort.trim() ? "Enter a cohort." : undefined}
      />
      <TextInput
        label="Reason"
        description="The plan and the release notes repeat it"
        required
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={tried && !reason.trim() ? "Enter a reason." : undefined}
      />
      <ScopeFields scope={scope} onScope={setScope} />
    </FormDialog>
  );
}
