import { ActionIcon, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { confirm } from "@/ui/confirm";
import { RefusedItem } from "@/ui/RefusedItem";
import { toastDone, toastError } from "@/ui/toast";
import classes from "./phenotype.module.css";

type Opened = (onClose: () => void) => ReactNode;

interface Props {
  code: string;
  retired: boolean;
  /** Why it cannot be deleted; absent: it can. */
  inUse: string | undefined;
  /** What it means to retire it and to delete it, for the questions before. */
  means: { retiring: string; deleting: string };
  calls: {
    retire: (retired: boolean) => Promise<unknown>;
    remove: () => Promise<unknown>;
    /** Reads the list again: after a change, and after a refusal, as another version is the likely reason. */
    reload: () => Promise<void>;
  };
  edit: Opened;
  /** What else there is to see of it. */
  more: { label: string; dialog: Opened };
}

/** What reviewers can do with a phenotype of a list; one in use is retired and not deleted. */
export function PhenotypeMenu({ code, retired, inUse, means, calls, edit, more }: Props) {
  const [opened, setOpened] = useState<"edit" | "more">();
  const { retire, remove } = useChanges(code, calls);
  const close = () => setOpened(undefined);

  async function askToRetire() {
    if (await confirm({ title: `Retire ${code}?`, children: means.retiring, confirm: "Retire" })) retire.mutate(true);
  }

  async function askToDelete() {
    const question = { title: `Delete ${code}?`, children: means.deleting, confirm: "Delete phenotype", danger: true };
    if (await confirm(question)) remove.mutate();
  }

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
          <Menu.Item onClick={() => setOpened("edit")}>Edit</Menu.Item>
          <Menu.Item onClick={() => setOpened("more")}>{more.label}</Menu.Item>
          {retired ? (
            <Menu.Item onClick={() => retire.mutate(false)}>Bring back</Menu.Item>
          ) : (
            <Menu.Item onClick={() => void askToRetire()}>Retire…</Menu.Item>
          )}
          <Menu.Divider />
          {inUse ? (
            <RefusedItem reason={inUse}>Delete</RefusedItem>
          ) : (
            <Menu.Item className={classes.danger} onClick={() => void askToDelete()}>
              Delete…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === "edit" && edit(close)}
      {opened === "more" && more.dialog(close)}
    </>
  );
}

function useChanges(code: string, { retire, remove, reload }: Props["calls"]) {
  return {
    retire: useMutation({
      mutationFn: retire,
      onSuccess: (_changed, retired) => {
        toastDone(retired ? `${code} is retired.` : `${code} is offered again.`);
        return reload();
      },
      onError: (error, retired) => {
        toastError(`${code} was not ${retired ? "retired" : "brought back"}`, error);
        return reload();
      },
    }),
    remove: useMutation({
      mutationFn: remove,
      onSuccess: () => {
        toastDone(`${code} was deleted.`);
        return reload();
      },
      onError: (error) => {
        toastError(`${code} was not deleted`, error);
        return reload();
      },
    }),
  };
}
