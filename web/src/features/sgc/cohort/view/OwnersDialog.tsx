import { Button, Group, Stack, TagsInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Cohort, cohortChanged, sgcKeys } from "@/api/sgc";
import { CohortConflict, setOwners } from "@/api/sgc-calls";
import { ApiError } from "@/lib/api-error";
import { useMay } from "@/lib/permission";
import { Modal } from "@/ui/Modal";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { toastDone } from "@/ui/toast";

interface OwnersProps {
  cohort: Cohort;
  /** User name of who is looking. */
  self: string;
  onClose: () => void;
}

const most = 50;

/** To whom the cohort belongs, and who shares it. */
export function OwnersDialog({ cohort, self, onClose }: OwnersProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const reviews = useMay("sgc-review-data");
  const [owner, setOwner] = useState(cohort.owner);
  const [shared, setShared] = useState(cohort.co_owners);
  const name = owner.trim();
  const leaves = !reviews && name !== self && !shared.includes(self);
  const save = useMutation({
    mutationFn: () => setOwners(cohort.id, cohort.version, name, shared),
    onSuccess: async (changed) => {
      toastDone(`${changed.name} belongs to ${changed.owner}.`);
      onClose();
      if (leaves) await navigate({ to: "/sgc" });
      await cohortChanged(queries, changed);
    },
    onError: (error) => {
      if (error instanceof CohortConflict) queries.setQueryData(sgcKeys.cohort(cohort.id), error.current);
    },
  });
  const { error } = save;
  const refusedAt = (field: string) =>
    error instanceof ApiError ? error.fields.find((one) => one.field === field)?.message : undefined;
  const placed = refusedAt("owner") ?? refusedAt("co_owners");

  return (
    <Modal opened onClose={onClose} title={`Owners of ${cohort.name}`} size="lg">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label="Owner"
            description="User name of an account of this area. Another name hands the cohort over."
            value={owner}
            error={name === "" ? "A cohort has an owner." : refusedAt("owner")}
            onChange={(event) => setOwner(event.currentTarget.value)}
          />
          <TagsInput
            label="Shared with"
            description="User names; each may edit the cohort and hand in files. Press Enter after each."
            value={shared}
            maxTags={most}
            acceptValueOnBlur
            error={refusedAt("co_owners")}
            onChange={(names) => setShared(names.map((one) => one.trim()).filter(Boolean))}
          />
          {leaves && (
            <Notice tone="warn" title="You will no longer see this cohort">
              You are neither its owner nor somebody it is shared with.
            </Notice>
          )}
          {error && !placed && (
            <Notice tone="fail" alert title="Nothing was changed">
              {messageOf(error)}
              {error instanceof CohortConflict && " Save again to apply your choice to the cohort as it is now."}
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending} disabled={name === ""}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
