import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type User, versionQuery } from "@/api/session";
import { Card } from "@/ui/Card";
import { Logo } from "@/ui/Logo";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";
import classes from "./auth.module.css";
import { SignInForm } from "./SignInForm";

export function SignInPage({ onDone }: { onDone: (user: User) => void }) {
  const demo = useQuery(versionQuery).data?.demo;
  useEffect(() => {
    document.title = "Sign in · Cohortium";
  }, []);
  return (
    <EmptyLayout>
      <div className={classes.page}>
        <div className={classes.brand}>
          <Logo />
          Cohortium
        </div>
        <Card>
          <h1 className={classes.title}>Sign in to HERMES</h1>
          <p className={classes.sub}>Summary statistics, quality control and meta-analyses.</p>
          {demo && (
            <p className={classes.note}>
              This is the demo consortium. Its accounts were printed where the server was started, and stand in
              demo-accounts.json of its data folder.
            </p>
          )}
          <SignInForm onDone={onDone} />
        </Card>
      </div>
    </EmptyLayout>
  );
}
