import { type Query, type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useState } from "react";
import { sessionQuery } from "@/api/accounts/session";
import { sessionLost, sgcSessionLost } from "@/api/session-lost";
import { sgcSessionQuery } from "@/api/sgc/session";
import { ApiError } from "@/lib/api-error";
import { useLater } from "@/lib/browser/later";
import type { SignInDialog } from "../signin/SignInDialog";

type DialogProps = ComponentProps<typeof SignInDialog>;

const fetchDialog = async () => (await import("../signin/SignInDialog")).SignInDialog;

const ways = {
  session: { lost: sessionLost, key: sessionQuery.queryKey },
  sgc: { lost: sgcSessionLost, key: sgcSessionQuery.queryKey },
};

/** Whether a read was refused without a session, since the person is known, before a listener was there. */
function wasRefused(queries: QueryClient, key: QueryKey): boolean {
  const known = queries.getQueryState(key)?.dataUpdatedAt ?? 0;
  const refused = ({ state }: Query) =>
    state.error instanceof ApiError && state.error.status === 401 && state.errorUpdatedAt >= known;
  return queries.getQueryCache().findAll({ predicate: refused }).length > 0;
}

/** Hears from the start that the session ended; the dialog for it is fetched when the page is idle, or at that moment. */
export function LaterSignInDialog(props: Omit<DialogProps, "opened" | "onClose">) {
  const queries = useQueryClient();
  const [opened, setOpened] = useState(false);
  const Dialog = useLater<DialogProps>(fetchDialog, opened);
  const { lost, key } = ways[props.credential];

  useEffect(() => {
    if (wasRefused(queries, key)) setOpened(true);
    return lost.subscribe(() => setOpened(true));
  }, [queries, key, lost]);

  return Dialog && <Dialog {...props} opened={opened} onClose={() => setOpened(false)} />;
}
