import { Button, UnstyledButton } from "@mantine/core";
import { createContext, useContext } from "react";
import { Magnifier } from "../Icons";
import classes from "./SearchOpener.module.css";

/** Opens the search over everything; absent where there is none. */
export const SearchOpener = createContext<(() => void) | undefined>(undefined);

/** Lists the keys; absent where there are none. */
export const ShortcutsOpener = createContext<(() => void) | undefined>(undefined);

const onMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that open the search, as people of this machine write them. */
const searchKeys = onMac ? "⌘K" : "Ctrl K";

/** In the bar: looks like the field that it opens, or like a magnifier where there is less room. */
export function SearchButton() {
  const open = useContext(SearchOpener);
  if (!open) return null;
  return (
    <UnstyledButton
      className={classes.button}
      onClick={open}
      aria-haspopup="dialog"
      aria-keyshortcuts={onMac ? "Meta+K /" : "Control+K /"}
    >
      <Magnifier />
      <span className={classes.words}>Search</span>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus; aria-keyshortcuts has the keys */}
      <kbd className={classes.keys} aria-hidden="true">
        {searchKeys}
      </kbd>
    </UnstyledButton>
  );
}

/** Where something was not found by its name: a way to look for another. */
export function SearchAgain() {
  const open = useContext(SearchOpener);
  if (!open) return null;
  return (
    <Button variant="default" aria-haspopup="dialog" onClick={open}>
      Search for another
    </Button>
  );
}
