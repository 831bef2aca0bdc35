import { Modal } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sgcSessionLost } from "@/api/session-lost";
import { dropSgcToken, type SgcUser, sgcSessionQuery } from "@/api/sgc-session";
import classes from "./auth.module.css";
import { SgcSignInForm } from "./SgcSignInForm";

/** Over the page, when the token of the SGC area was refused in the middle of work. Closing it leads to the sign-in page. */
export function SgcSignInDialog({ user }: { user: SgcUser }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const [open, setOpen] = useState(false);

  useEffect(() => sgcSessionLost.subscribe(() => setOpen(true)), []);

  async function done(next: SgcUser) {
    setOpen(false);
    if (next.id !== user.id) {
      queries.removeQueries({ predicate: (query) => query.queryKey[0] !== sgcSessionQuery.queryKey[0] });
    }
    await queries.invalidateQueries();
  }

  function leave() {
    setOpen(false);
    dropSgcToken();
    queries.removeQueries({ queryKey: sgcSessionQuery.queryKey });
    void navigate({ to: "/sgc/login", search: { redirect: href, expired: 1 } });
  }

  return (
    <Modal opened={open} onClose={leave} title="Your session has ended">
      <p className={classes.note}>Sign in to go on. What you have typed is still here.</p>
      <SgcSignInForm userName={user.username} onDone={(next) => void done(next)} />
    </Modal>
  );
}
