import { type HotkeyItem, useHotkeys } from "@mantine/hooks";
import { readText, removeText, writeText } from "@/lib/browser/stored";
import { anotherDialog } from "@/ui/dialog/anotherDialog";

const key = "cohortium-single-keys";

/** Whether keys without Ctrl or ⌘ do something; each browser can switch them off (WCAG 2.1.4). */
export const singleKeys = {
  on: () => readText("browser", key) !== "off",
  set(on: boolean): void {
    if (on) removeText("browser", key);
    else writeText("browser", key, "off");
  },
};

/** Keys without Ctrl or ⌘: not while something is typed, not below a dialog, and not where they are switched off. */
export function useSingleKeys(items: readonly (readonly [key: string, run: () => void])[]): void {
  useHotkeys(
    items.map(
      ([name, run]): HotkeyItem => [
        name,
        () => {
          if (singleKeys.on() && !anotherDialog()) run();
        },
        { preventDefault: false },
      ],
    ),
    ["INPUT", "TEXTAREA", "SELECT"],
  );
}
