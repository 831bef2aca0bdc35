import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import { deletePhenotype, type Phenotype, sgcKeys, updatePhenotype } from "@/api/sgc";
import { plural } from "@/lib/format";
import { confirm } from "@/ui/confirm";
import { RefusedItem } from "@/ui/RefusedItem";
import { toastDone, toastError } from "@/ui/toast";
import classes from "./consortium.module.css";
import { PhenotypeDialog } from "./PhenotypeDialog";
import { UsersDialog } from "./UsersDialog";

interface Props {
  phenotype: Phenotype;
  all: readonly Phenotype[];
}

/** What reviewers can do with a phenotype; one in use is retired and not deleted. */
export function PhenotypeMenu({ phenotype, all }: Props) {
  const { code, retired, used_by } = phenotype;
  const [dialog, setDialog] = useState<"edit" | "users">();
  const { retire, remove } = useChanges(phenotype);
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Actions for ${code}`}
            loading={retire.isPending || remove.isPending}
          >
            <span aria-hidden="true">⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog("edit")}>Edit</Menu.Item>
          <Menu.Item onClick={() => setDialog("users")}>Who uses it</Menu.Item>
          <Menu.Item onClick={() => retire.mutate(!retired)}>{retired ? "Restore" : "Retire"}</Menu.Item>
          <Menu.Divider />
          {used_by > 0 ? (
            <RefusedItem reason={`${plural(used_by, "cohort uses", "cohorts use")} it; it can only be retired.`}>
              Delete
            </RefusedItem>
          ) : (
            <Menu.Item className={classes.danger} onClick={() => void remove.ask()}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "edit" && <PhenotypeDialog phenotype={phenotype} all={all} onClose={() => setDialog(undefined)} />}
      {dialog === "users" && <UsersDialog code={code} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function useChanges({ code, description, aliases, version }: Phenotype) {
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: sgcKeys.phenotypes });

  const retire = useMutation({
    mutationFn: (retired: boolean) => updatePhenotype(code, version, { description, aliases, retired }),
    onSuccess: (_changed, retired) => {
      toastDone(retired ? `${code} is retired: new files are warned.` : `${code} is in use again.`);
      return reload();
    },
    onError: (error, retired) => {
      toastError(`${code} was not ${retired ? "retired" : "restored"}`, error);
      // Another version is the likely reason.
      return reload();
    },
  });

  const remove = useMutation({
    mutationFn: () => deletePhenotype(code),
    onSuccess: () => {
      toastDone(`${code} was deleted.`);
      return reload();
    },
    onError: (error) => {
      toastError(`${code} was not deleted`, error);
      return error instanceof ApiError && error.status === 409 ? reload() : undefined;
    },
  });

  async function ask() {
    const yes = await confirm({
      title: `Delete ${code}?`,
      children: `${description}. No cohort uses it. Files that name it later are refused; this cannot be taken back.`,
      confirm: "Delete phenotype",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  return { retire, remove: { isPending: remove.isPending, ask } };
}
