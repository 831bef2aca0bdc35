import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Schemas } from "@/api/client";
import { overviewQuery } from "@/api/server/overview";
import { sendTestMail, setupQuery } from "@/api/server/setup";
import { safeRedirect } from "@/lib/route/redirect";
import { messageOf } from "@/ui/state/states";
import classes from "./setup.module.css";

type Action = Schemas["SetupAction"];

/** The button that repairs something; nothing for settings, which are copied. */
export function Remedy({ action }: { action: Action }) {
  if (action.test_mail) return <TestMail label={action.label} />;
  return action.address ? <Way address={action.address} label={action.label} /> : null;
}

/** To a page of this site, or to this site at another address. */
function Way({ address, label }: { address: string; label: string }) {
  const navigate = useNavigate();
  const own = safeRedirect(address);
  return (
    <Button
      className={classes.mend}
      component="a"
      variant="default"
      href={address}
      onClick={(event) => {
        if (!own || event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        void navigate({ href: own });
      }}
    >
      {label}
    </Button>
  );
}

function TestMail({ label }: { label: string }) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () =>
      Promise.all([setupQuery, overviewQuery].map(({ queryKey }) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <div className={classes.mend}>
      <Button variant="default" loading={send.isPending} onClick={() => send.mutate()}>
        {label}
      </Button>
      {send.error && (
        <p className={classes.failure} role="alert">
          {messageOf(send.error)}
        </p>
      )}
    </div>
  );
}
