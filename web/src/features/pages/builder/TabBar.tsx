import classes from "./builder.module.css";
import { type TabName, tabNames } from "./tabs";

const words: Record<TabName, string> = { page: "Page", json: "JSON" };

/** Whether the page is shown, or its document. */
export function TabBar({ tab, onTab }: { tab: TabName; onTab: (tab: TabName) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset
    <div className={classes.tabs} role="group" aria-label="Shown as">
      {tabNames.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tab}
          aria-pressed={tab === name}
          onClick={() => onTab(name)}
        >
          {words[name]}
        </button>
      ))}
    </div>
  );
}
