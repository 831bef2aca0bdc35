import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./TextButton.module.css";

interface TextButtonProps {
  onClick: () => void;
  /** It takes something away. */
  danger?: boolean;
  disabled?: boolean;
  children: ReactNode;
}

/** An action that looks like a link. */
export function TextButton({ onClick, danger, disabled, children }: TextButtonProps) {
  return (
    <UnstyledButton className={danger ? classes.danger : classes.button} onClick={onClick} disabled={disabled}>
      {children}
    </UnstyledButton>
  );
}
