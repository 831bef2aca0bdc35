import { Button } from "@mantine/core";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { Credential } from "@/api/accounts/own";
import { sessionQuery } from "@/api/accounts/session";
import { sessionRestored } from "@/api/session-lost";
import { dropSgcToken, sgcSessionQuery } from "@/api/sgc/session";
import { type AreaName, areas } from "@/lib/route/areas";
import { Modal } from "@/ui/dialog/Modal";
import classes from "./auth.module.css";
import { SignInForm } from "./SignInForm";

const ways = {
  session: {
    key: sessionQuery.queryKey,
    forget: (queries: QueryClient) => void queries.setQueryData(sessionQuery.queryKey, null),
  },
  sgc: {
    key: sgcSessionQuery.queryKey,
    forget: (queries: QueryClient) => {
      dropSgcToken();
      queries.removeQueries({ queryKey: sgcSessionQuery.queryKey });
    },
  },
};

interface Props {
  /** What may end: the session, or the token of the SGC area. */
  credential: Credential;
  area: AreaName;
  /** Who is in; `elsewhere`: the account has no password here. */
  account: { id: string; name: string; elsewhere?: boolean };
  opened: boolean;
  onClose: () => void;
}

/**
 * Over the page, when the session ended in the middle of work: typed text and sent files stay as they are. Closing it
 * leads to the sign-in page of the area, and from there back here.
 */
export function SignInDialog({ credential, area, account, opened, onClose }: Props) {
  const { key, forget } = ways[credential];
  const queries = useQueryClient();
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });

  async function done(next: { id: string }) {
    onClose();
    if (next.id !== account.id) queries.removeQueries({ predicate: (query) => query.queryKey[0] !== key[0] });
    else if (credential === "session") sessionRestored.announce();
    await queries.invalidateQueries();
  }

  function leave() {
    onClose();
    forget(queries);
    const expired = credential === "sgc" ? 1 : undefined;
    void navigate({ to: areas[area].signIn, search: { redirect: href, expired } });
  }

  return (
    <Modal opened={opened} onClose={leave} title="Your session has ended">
      <p className={classes.note}>Sign in to continue. Your input is kept, and uploads continue where they stopped.</p>
      {account.elsewhere ? (
        <>
          <p className={classes.note}>
            Your account has no password here, so this leads to the sign-in page and back. Drafts are kept.
          </p>
          <Button fullWidth onClick={leave}>
            Go to the sign-in page
          </Button>
        </>
      ) : (
        <SignInForm credential={credential} userName={account.name} onDone={(next) => void done(next)} />
      )}
    </Modal>
  );
}
