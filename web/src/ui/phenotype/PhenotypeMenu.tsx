import { Menu } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ActionsMenu, DangerItem } from "../action/ActionsMenu";
import { useDeeds } from "../action/useDeeds";
import { RefusedItem } from "../state/RefusedItem";

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
  const { run, busy } = useDeeds();
  const { reload } = calls;
  const close = () => setOpened(undefined);
  const after = { after: reload, onRefused: reload };
  const bringBack = () =>
    run({
      ...after,
      call: () => calls.retire(false),
      done: `${code} is offered again.`,
      failed: `${code} was not brought back`,
    });
  const retire = () =>
    run({
      ...after,
      question: { title: `Retire ${code}?`, children: means.retiring, confirm: "Retire" },
      call: () => calls.retire(true),
      done: `${code} is retired.`,
      failed: `${code} was not retired`,
    });
  const remove = () =>
    run({
      ...after,
      question: { title: `Delete ${code}?`, children: means.deleting, confirm: "Delete phenotype", danger: true },
      call: calls.remove,
      done: `${code} was deleted.`,
      failed: `${code} was not deleted`,
    });

  return (
    <>
      <ActionsMenu label={`Actions for ${code}`} busy={busy} width={270}>
        <Menu.Item onClick={() => setOpened("edit")}>Edit</Menu.Item>
        <Menu.Item onClick={() => setOpened("more")}>{more.label}</Menu.Item>
        <Menu.Item onClick={retired ? bringBack : retire}>{retired ? "Bring back" : "Retire…"}</Menu.Item>
        <Menu.Divider />
        {inUse ? <RefusedItem reason={inUse}>Delete</RefusedItem> : <DangerItem onClick={remove}>Delete…</DangerItem>}
      </ActionsMenu>
      {opened === "edit" && edit(close)}
      {opened === "more" && more.dialog(close)}
    </>
  );
}
