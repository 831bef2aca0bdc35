import { Kbd, Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { singleKeys } from "@/ui/focus/shortcuts";
import { keys, places } from "./keys";
import classes from "./search.module.css";

/** The list of keys, and the switch that turns those without Ctrl off. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = useState(singleKeys.on());
  const goTo = { title: "Go to", items: places.map(({ label, letter }) => [label, `g ${letter}`] as const) };
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="md" closeButtonProps={{ "aria-label": "Close" }}>
      {[...keys, goTo].map(({ title, items }) => (
        <section key={title} className={classes.keyGroup}>
          <h3>{title}</h3>
          <dl>
            {items.map(([label, pressed]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  {pressed.split(" ").map((one) => (
                    <Kbd key={one}>{one}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Switch
        mt="md"
        label="Single-key shortcuts"
        description="Applies to this browser. Ctrl K (⌘K) always opens the search, Ctrl / (⌘/) this list."
        checked={on}
        onChange={(event) => {
          singleKeys.set(event.currentTarget.checked);
          setOn(event.currentTarget.checked);
        }}
      />
    </Modal>
  );
}
