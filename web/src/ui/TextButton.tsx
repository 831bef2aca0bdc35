import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./TextButton.module.css";

interface TextButtonProps {
  onClick: () => void;
  /** It takes something away. */
  danger?: boolean;
  children: ReactNode;
}

/** An action that looks like a link. */
export function TextButton({ onClick, danger, children }: TextButtonProps) {
  return (
    <UnstyledButton className={danger ? classes.danger : classes.button} onClick={onClick}>
      {children}
    </UnstyledButton>
  );
}
