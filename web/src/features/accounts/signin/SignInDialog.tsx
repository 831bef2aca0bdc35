import { Button, Modal } from "@mantine/core";
import { type Query, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { sessionQuery, signIn, type User } from "@/api/session";
import { sessionLost, sessionRestored } from "@/api/session-lost";
import { ApiError } from "@/lib/api-error";
import { type AreaName, areas } from "@/lib/areas";
import classes from "./auth.module.css";
import { SignInForm } from "./SignInForm";

/** Whether a read was refused for want of a session, since the person is known, before this dialog could hear of it. */
function wasRefused(queries: QueryClient): boolean {
  const known = queries.getQueryState(sessionQuery.queryKey)?.dataUpdatedAt ?? 0;
  const refused = ({ state }: Query) =>
    state.error instanceof ApiError && state.error.status === 401 && state.errorUpdatedAt >= known;
  return queries.getQueryCache().findAll({ predicate: refused }).length > 0;
}

/**
 * Over the page, when the session ended in the middle of work: what was typed and sent so far stays as it is. Closing it
 * leads to the sign-in page of the area, and from there back here.
 */
export function SignInDialog({ user, area }: { user: User; area: AreaName }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (wasRefused(queries)) setOpen(true);
    return sessionLost.subscribe(() => setOpen(true));
  }, [queries]);

  async function done(next: User) {
    setOpen(false);
    if (next.id !== user.id) queries.removeQueries({ predicate: (query) => query.queryKey[0] !== "session" });
    else sessionRestored.announce();
    await queries.invalidateQueries();
  }

  function leave() {
    setOpen(false);
    queries.setQueryData(sessionQuery.queryKey, null);
    void navigate({ to: areas[area].signIn, search: { redirect: href } });
  }

  return (
    <Modal opened={open} onClose={leave} title="Your session has ended">
      <p className={classes.note}>
        Sign in to go on. What you have typed is still here, and uploads continue where they stopped.
      </p>
      {user.is_internal ? (
        <SignInForm
          userName={user.user_name}
          send={({ userName, password, remember, code }) =>
            signIn(queries, { user_name: userName, password, remember, code })
          }
          onDone={(next) => void done(next)}
        />
      ) : (
        <>
          <p className={classes.note}>
            Your account has no password here, so this leads to the sign-in page and back. Drafts are kept.
          </p>
          <Button fullWidth onClick={leave}>
            Go to the sign-in page
          </Button>
        </>
      )}
    </Modal>
  );
}
