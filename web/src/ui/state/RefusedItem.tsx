import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./RefusedItem.module.css";

interface Props {
  children: ReactNode;
  /** Why it cannot be done now. */
  reason: ReactNode;
}

/** An unavailable menu item: it stays, can be focused, and shows the reason. */
export function RefusedItem({ children, reason }: Props) {
  return (
    <Menu.Item aria-disabled="true" className={classes.refused} closeMenuOnClick={false}>
      {children}
      <span className={classes.reason}>{reason}</span>
    </Menu.Item>
  );
}
