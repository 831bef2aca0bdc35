import { Button, CloseButton, Popover } from "@mantine/core";
import { type ReactNode, useState } from "react";
import classes from "./Chip.module.css";

interface Props {
  label: string;
  /** What it is set to, in words; undefined where it is set to nothing. */
  value: string | undefined;
  /** The value needs no label. */
  bare?: boolean | undefined;
  onClear: () => void;
  /** The field that sets it, shown when it is opened. */
  children: (close: () => void) => ReactNode;
}

/** One filter: what it is set to, a way to clear it, and its field when it is opened. */
export function Chip({ label, value, bare, onClear, children }: Props) {
  const [opened, setOpened] = useState(false);
  const active = value !== undefined;
  return (
    <span className={classes.chip} data-active={active}>
      <Popover position="bottom-start" trapFocus opened={opened} onChange={setOpened}>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            className={classes.button}
            aria-label={active ? `${label}: ${value}` : label}
            onClick={() => setOpened(!opened)}
          >
            {!(active && bare) && label}
            {active && !bare && ":"}
            {active && <b className={classes.value}>{value}</b>}
            <span className={classes.arrow} aria-hidden="true">
              ▾
            </span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>{children(() => setOpened(false))}</Popover.Dropdown>
      </Popover>
      {active && (
        <CloseButton
          size="sm"
          className={classes.clear}
          aria-label={`Clear ${label}`}
          onClick={({ currentTarget }) => {
            // It disappears with the value: the focus stays at the filter.
            currentTarget.parentElement?.querySelector("button")?.focus();
            onClear();
          }}
        />
      )}
    </span>
  );
}
