import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { optionsQuery } from "@/api/options";
import { Card } from "@/ui/Card";
import { Logo } from "@/ui/Logo";
import { useTitle } from "@/ui/PageHeader";
import classes from "./auth.module.css";

interface Props {
  title: string;
  /** What is behind the door. */
  sub?: ReactNode;
  children: ReactNode;
}

/** The brand, and a card with one thing to do: signing in and what belongs to it. */
export function SignInCard({ title, sub, children }: Props) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <div className={classes.brand}>
        <Logo />
        Cohortium
      </div>
      <Card>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.sub}>{sub}</p>
        {children}
      </Card>
    </div>
  );
}

/** Where the accounts of a demo server are to be found. */
export function DemoNote() {
  const demo = useQuery(optionsQuery).data?.demo;
  if (!demo) return null;
  return (
    <p className={classes.note}>
      This is the demo consortium. User names and passwords are in the terminal and in demo-accounts.json.
    </p>
  );
}
