import type { ReactNode } from "react";
import { Notice } from "./Notice";
import { messageOf } from "./states";

interface Props {
  /** Nothing is shown without. */
  error: unknown;
  title?: string;
  /** What was not done, or what to do now. */
  children?: ReactNode;
}

/** Why something that was just asked for was not done. */
export function Refused({ error, title, children }: Props) {
  if (!error) return null;
  return (
    <Notice tone="fail" alert title={title}>
      {messageOf(error)} {children}
    </Notice>
  );
}
