import { ActionIcon, Menu } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type HermesPhenotype, hermesKeys } from "@/api/hermes";
import { deletePhenotype, updatePhenotype } from "@/api/phenotypes";
import { plural } from "@/lib/format";
import { confirm } from "@/ui/confirm";
import { RefusedItem } from "@/ui/RefusedItem";
import { toastDone, toastError } from "@/ui/toast";
import { HistoryDialog } from "./HistoryDialog";
import { PhenotypeDialog } from "./PhenotypeDialog";
import { formOf, inputOf, isRetired } from "./phenotypes";
import classes from "./phenotypes.module.css";

/** What reviewers can do with a phenotype; one that data sets have is retired and not deleted. */
export function PhenotypeMenu({ phenotype }: { phenotype: HermesPhenotype }) {
  const { name, datasets } = phenotype;
  const [dialog, setDialog] = useState<"edit" | "history">();
  const { retire, remove } = useChanges(phenotype);
  return (
    <>
      <Menu position="bottom-end" width={270}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Actions for ${name}`}
            loading={retire.isPending || remove.isPending}
          >
            <span aria-hidden="true">⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog("edit")}>Edit</Menu.Item>
          <Menu.Item onClick={() => setDialog("history")}>History</Menu.Item>
          {isRetired(phenotype) ? (
            <Menu.Item onClick={() => retire.mutate(false)}>Bring back</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void retire.ask()}>Retire…</Menu.Item>
          )}
          <Menu.Divider />
          {datasets > 0 ? (
            <RefusedItem reason={`${plural(datasets, "data set has", "data sets have")} it; it can only be retired.`}>
              Delete
            </RefusedItem>
          ) : (
            <Menu.Item className={classes.danger} onClick={() => void remove.ask()}>
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === "edit" && <PhenotypeDialog phenotype={phenotype} onClose={() => setDialog(undefined)} />}
      {dialog === "history" && <HistoryDialog code={name} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function useChanges(phenotype: HermesPhenotype) {
  const { name, description, datasets, version } = phenotype;
  const queries = useQueryClient();
  const reload = () => queries.invalidateQueries({ queryKey: hermesKeys.phenotypes });

  const retire = useMutation({
    mutationFn: (retired: boolean) => updatePhenotype(name, version, inputOf(formOf(phenotype), false, retired)),
    onSuccess: (_changed, retired) => {
      toastDone(retired ? `${name} is retired.` : `${name} is offered again.`);
      return reload();
    },
    onError: (error, retired) => {
      toastError(`${name} was not ${retired ? "retired" : "brought back"}`, error);
      // Another version is the likely reason.
      return reload();
    },
  });

  const remove = useMutation({
    mutationFn: () => deletePhenotype(name),
    onSuccess: () => {
      toastDone(`${name} was deleted.`);
      return reload();
    },
    onError: (error) => {
      toastError(`${name} was not deleted`, error);
      return reload();
    },
  });

  async function askToRetire() {
    const kept =
      datasets > 0
        ? `The ${plural(datasets, "data set")} that ${datasets === 1 ? "has" : "have"} it keep${datasets === 1 ? "s" : ""} it and can still be combined. `
        : "";
    const yes = await confirm({
      title: `Retire ${name}?`,
      children: `No new data set may have “${description}”. ${kept}You can bring it back at any time.`,
      confirm: "Retire",
    });
    if (yes) retire.mutate(true);
  }

  async function askToDelete() {
    const yes = await confirm({
      title: `Delete ${name}?`,
      children: `${description}. No data set has it. This cannot be taken back.`,
      confirm: "Delete phenotype",
      danger: true,
    });
    if (yes) remove.mutate();
  }

  return {
    retire: { isPending: retire.isPending, mutate: retire.mutate, ask: askToRetire },
    remove: { isPending: remove.isPending, ask: askToDelete },
  };
}
