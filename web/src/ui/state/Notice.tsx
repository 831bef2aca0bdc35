import type { ReactNode } from "react";
import type { Tone } from "@/lib/status";
import tones from "../tones.module.css";
import classes from "./Notice.module.css";

interface Props {
  tone: Extract<Tone, "warn" | "fail" | "info" | "neutral">;
  title?: string;
  /** It came as the answer to something the user just did. */
  alert?: boolean;
  children?: ReactNode;
}

/** Something to know before going on, in the calm colours of the verdicts. */
export function Notice({ tone, title, alert = false, children }: Props) {
  return (
    <div
      className={`${classes.notice} ${tones[tone]} ${tone === "neutral" ? classes.neutral : ""}`}
      role={alert ? "alert" : undefined}
    >
      {title && <strong>{title}</strong>}
      <div className={classes.text}>{children}</div>
    </div>
  );
}
