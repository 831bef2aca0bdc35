import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./TextButton.module.css";

/** An action that looks like a link. */
export function TextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton className={classes.button} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
