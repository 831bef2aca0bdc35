import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteView } from "@/api/datasets/calls";
import { type DatasetView, viewsQuery } from "@/api/datasets/datasets";
import { Modal } from "@/ui/dialog/Modal";
import { toastDone, toastError } from "@/ui/dialog/toast";
import classes from "./list.module.css";

interface Props {
  views: readonly DatasetView[];
  onClose: () => void;
}

/** The saved views, each with its removal. */
export function ViewsDialog({ views, onClose }: Props) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteView,
    onSuccess: (_, name) => {
      toastDone(`The view ${name} was deleted.`);
      return queries.invalidateQueries({ queryKey: viewsQuery.queryKey });
    },
    onError: (error, name) => toastError(`The view ${name} was not deleted`, error),
  });
  return (
    <Modal opened onClose={onClose} title="Your saved views">
      {views.length === 0 && <p className={classes.note}>You have no saved views.</p>}
      <ul className={classes.views}>
        {views.map(({ name }) => (
          <li key={name}>
            <span>{name}</span>
            <Button
              variant="default"
              size="compact-xs"
              aria-label={`Delete the view ${name}`}
              loading={remove.isPending && remove.variables === name}
              onClick={() => remove.mutate(name)}
            >
              Delete
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
