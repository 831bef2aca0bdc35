import { useEffect } from "react";
import type { User } from "@/api/session";
import { Card } from "@/ui/Card";
import { Logo } from "@/ui/Logo";
import { EmptyLayout } from "@/ui/layout/EmptyLayout";
import classes from "./auth.module.css";
import { SignInForm } from "./SignInForm";

export function SignInPage({ onDone }: { onDone: (user: User) => void }) {
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
          <SignInForm onDone={onDone} />
        </Card>
      </div>
    </EmptyLayout>
  );
}
