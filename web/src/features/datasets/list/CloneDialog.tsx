import { Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { cloneDataset } from "@/api/datasets/calls";
import { datasetChanged } from "@/api/datasets/changes";
import type { DatasetRow } from "@/api/datasets/datasets";
import { refusedAt } from "@/lib/api-error";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { messageOf } from "@/ui/state/states";

interface Props {
  row: Pick<DatasetRow, "id" | "name">;
  onClose: () => void;
}

const maxName = 500;

/** Asks how the copy is called, then leads to it. */
export function CloneDialog({ row, onClose }: Props) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState(`${row.name} (copy)`.slice(0, maxName));
  const [empty, setEmpty] = useState(false);
  const clone = useMutation({
    mutationFn: (wanted: string) => cloneDataset(row.id, wanted),
    onSuccess: async (made) => {
      toastDone(`${made.name} was registered.`);
      onClose();
      void datasetChanged(queries, made);
      await navigate({ to: "/datasets/$id", params: { id: made.id }, search: { edit: true } });
    },
  });

  function submit() {
    const wanted = name.trim();
    setEmpty(wanted === "");
    if (wanted) clone.mutate(wanted);
  }

  return (
    <FormDialog title={`Clone ${row.name}`} label="Clone" busy={clone.isPending} onSubmit={submit} onClose={onClose}>
      <Text size="sm">The copy is private. It has the metadata of this data set, but not its files.</Text>
      <TextInput
        label="Name of the copy"
        required
        data-autofocus
        maxLength={maxName}
        value={name}
        error={empty ? "Enter a name for the copy." : clone.error && nameError(clone.error)}
        onChange={(event) => {
          setName(event.currentTarget.value);
          clone.reset();
        }}
      />
    </FormDialog>
  );
}

const nameError = (error: unknown) => refusedAt(error, "name") ?? messageOf(error);
