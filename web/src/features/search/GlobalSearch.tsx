import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { type ReactNode, useCallback } from "react";
import { anotherDialog } from "@/ui/dialog/anotherDialog";
import { SearchOpener, ShortcutsOpener } from "@/ui/layout/SearchOpener";
import { late } from "@/ui/state/late";

/** The dialog is read when it is first opened: most pages are left without a search. */
const SearchDialog = late(() => import("./SearchDialog").then((part) => part.SearchDialog));
/** Shortcuts load after the page. */
const Shortcuts = late(() => import("./Shortcuts").then((part) => part.Shortcuts));

/** The search over everything for the pages below: ⌘K or Ctrl K anywhere, and the single keys where nothing is typed. */
export function GlobalSearch({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [listed, list] = useDisclosure(false);
  const openByKey = useCallback(() => {
    if (!anotherDialog()) open();
  }, [open]);
  useHotkeys([["mod+K", openByKey]], []);
  return (
    <SearchOpener value={open}>
      <ShortcutsOpener value={list.open}>{children}</ShortcutsOpener>
      {opened && <SearchDialog onClose={close} />}
      <Shortcuts onSearch={open} listed={listed} list={list} />
    </SearchOpener>
  );
}
