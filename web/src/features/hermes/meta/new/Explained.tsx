import type { ReactNode } from "react";
import { HelpLink } from "@/ui/help/HelpLink";
import type { HelpTarget } from "@/ui/help/targets";
import classes from "../meta.module.css";

/** A control with a link to its paragraph of the documentation at the right of its label. */
export function Explained({ help, about, children }: { help: HelpTarget; about: string; children: ReactNode }) {
  return (
    <div className={classes.explained}>
      {children}
      <HelpLink to={help} about={about} />
    </div>
  );
}
