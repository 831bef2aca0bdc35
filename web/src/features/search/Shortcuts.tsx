import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { anotherDialog } from "@/ui/dialog/anotherDialog";
import { useSingleKeys } from "@/ui/focus/shortcuts";
import { late } from "@/ui/state/late";
import { useGoTo } from "./useGoTo";

const ShortcutsDialog = late(() => import("./ShortcutsDialog").then((part) => part.ShortcutsDialog));

/** The keys that work on every page: / searches, ? lists the keys, g and a letter leads to a page. */
export function Shortcuts({ onSearch }: { onSearch: () => void }) {
  const [listed, list] = useDisclosure(false);
  useHotkeys([["mod+/", () => anotherDialog() || list.open()]], []);
  useSingleKeys([
    ["/", onSearch],
    ["shift+?", list.open],
  ]);
  useGoTo();
  return listed && <ShortcutsDialog onClose={list.close} />;
}
