import { useHotkeys } from "@mantine/hooks";
import { anotherDialog } from "@/ui/dialog/anotherDialog";
import { useSingleKeys } from "@/ui/focus/shortcuts";
import { late } from "@/ui/state/late";
import { useGoTo } from "./useGoTo";

const ShortcutsDialog = late(() => import("./ShortcutsDialog").then((part) => part.ShortcutsDialog));

interface Props {
  onSearch: () => void;
  /** Whether the list of keys is open. */
  listed: boolean;
  list: { open: () => void; close: () => void };
}

/** The keys that work on every page: / searches, ? lists the keys, g and a letter leads to a page. */
export function Shortcuts({ onSearch, listed, list }: Props) {
  useHotkeys([["mod+/", () => anotherDialog() || list.open()]], []);
  useSingleKeys([
    ["/", onSearch],
    ["shift+?", list.open],
  ]);
  useGoTo();
  return listed && <ShortcutsDialog onClose={list.close} />;
}
