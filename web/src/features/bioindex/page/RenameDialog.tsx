import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type BioIndex, indexChanged } from "@/api/bioindex/bioindex";
import { renameIndex } from "@/api/bioindex/calls";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone } from "@/ui/dialog/toast";
import { messageOf } from "@/ui/state/states";

const longest = 200;

/** Another name; the address stays. */
export function RenameDialog({ index, onClose }: { index: BioIndex; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState(index.name);
  const [empty, setEmpty] = useState(false);
  const rename = useMutation({
    mutationFn: (wanted: string) => renameIndex(index, wanted),
    onSuccess: async (changed) => {
      toastDone(`Renamed to ${changed.name}.`);
      await indexChanged(queries, changed);
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = name.trim();
    setEmpty(wanted === "");
    if (wanted) rename.mutate(wanted);
  }

  return (
    <Modal opened onClose={onClose} title="Rename the index">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="Its address stays the same."
            required
            data-autofocus
            maxLength={longest}
            value={name}
            error={empty ? "Enter a name." : rename.error && messageOf(rename.error)}
            onChange={(event) => {
              setName(event.currentTarget.value);
              rename.reset();
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={rename.isPending}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
