import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { optionsQuery } from "@/api/accounts/options";
import { consortium } from "@/lib/browser/runtime-config";
import { Card } from "@/ui/Card";
import { ConsortiumLogo } from "@/ui/Logo";
import { useTitle } from "@/ui/PageHeader";
import classes from "./auth.module.css";

interface Props {
  title: string;
  /** A line about the area. */
  sub?: ReactNode;
  children: ReactNode;
}

/** The brand, and a card with one thing to do: signing in and what belongs to it. */
export function SignInCard({ title, sub, children }: Props) {
  useTitle(title);
  return (
    <div className={classes.page}>
      <Greeting />
      <Card>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.sub}>{sub}</p>
        {children}
      </Card>
    </div>
  );
}

/** What this registry is, above the card; beside it where there is room. */
function Greeting() {
  const { name, headline, text } = consortium();
  return (
    <div className={classes.greeting}>
      <div className={classes.brand}>
        <ConsortiumLogo />
        {name}
      </div>
      <div className={classes.about}>
        <p className={classes.headline}>{headline}</p>
        <p>{text.split(/\n{2,}/)[0]}</p>
        <Link to="/p">Public results</Link>
      </div>
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
