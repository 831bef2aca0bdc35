import { Text, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saveView } from "@/api/datasets/calls";
import { viewsQuery } from "@/api/datasets/datasets";
import { toastDone } from "@/ui/dialog/toast";
import { FormDialog } from "@/ui/form/FormDialog";
import { messageOf } from "@/ui/state/states";

interface Props {
  /** What is saved. */
  search: string;
  /** Names that are taken. */
  names: readonly string[];
  onClose: () => void;
}

const maxName = 100;

/** Saves the search under a name, in place of one of the same name. */
export function SaveViewDialog({ search, names, onClose }: Props) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const [empty, setEmpty] = useState(false);
  const name = typed.trim();
  const replaces = names.includes(name);
  const save = useMutation({
    mutationFn: () => saveView(name, search),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
      toastDone(`The view ${name} was saved.`);
      onClose();
    },
  });

  function submit() {
    setEmpty(name === "");
    if (name) save.mutate();
  }

  return (
    <FormDialog
      title="Save this view"
      label={replaces ? "Replace view" : "Save view"}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Text size="sm">Saves the current search, filters, order and columns. Only you see your views.</Text>
      <TextInput
        label="Name"
        required
        data-autofocus
        maxLength={maxName}
        value={typed}
        description={replaces && "Replaces your view of this name."}
        error={empty ? "Enter a name for the view." : save.error && messageOf(save.error)}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setEmpty(false);
        }}
      />
    </FormDialog>
  );
}
