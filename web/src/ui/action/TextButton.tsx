import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./TextButton.module.css";

interface TextButtonProps {
  onClick: () => void;
  /** It takes something away. */
  danger?: boolean;
  disabled?: boolean;
  id?: string;
  /** If the text alone does not name the subject. */
  "aria-label"?: string;
  children: ReactNode;
}

/** An action that looks like a link. */
export function TextButton({ danger, children, ...button }: TextButtonProps) {
  return (
    <UnstyledButton className={danger ? classes.danger : classes.button} {...button}>
      {children}
    </UnstyledButton>
  );
}
