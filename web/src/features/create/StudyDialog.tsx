import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { apiKey } from "@/api/api-query";
import { createStudy } from "@/api/datasets/calls";
import { ApiError } from "@/api/error";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone } from "@/ui/dialog/toast";
import { messageOf } from "@/ui/state/states";

const maxText = 500;

/** Registers a study. */
export function StudyDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [form, setForm] = useState({ name: "", institution: "" });
  const [tried, setTried] = useState(false);
  const create = useMutation({
    mutationFn: () => createStudy({ name: form.name.trim(), institution: form.institution.trim() }),
    onSuccess: async (study) => {
      await queries.invalidateQueries({ queryKey: apiKey("/api/studies") });
      toastDone(`${study.name} was registered. You can choose it for data sets now.`);
      onClose();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (form.name.trim() && form.institution.trim()) create.mutate();
  }

  function change(part: Partial<typeof form>) {
    setForm({ ...form, ...part });
    setTried(false);
    create.reset();
  }

  const refused = problemsOf(create.error);
  return (
    <Modal opened onClose={onClose} title="Register a study">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={maxText}
            value={form.name}
            error={tried && !form.name.trim() ? "Enter a name for the study." : refused.name}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <TextInput
            label="Institution"
            required
            maxLength={maxText}
            value={form.institution}
            error={tried && !form.institution.trim() ? "Enter its institution." : refused.institution}
            onChange={(event) => change({ institution: event.currentTarget.value })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending}>
              Register study
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Refusals at their fields; those without a field are at the name. */
function problemsOf(error: unknown): { name?: string; institution?: string } {
  if (!error) return {};
  const fields = error instanceof ApiError ? error.fields : [];
  const at = (name: string) => fields.find(({ field }) => field === name)?.message;
  const institution = at("institution");
  return { institution, name: at("name") ?? (institution ? undefined : messageOf(error)) };
}
