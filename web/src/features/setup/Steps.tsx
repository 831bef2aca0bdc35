import { Box, Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Schemas } from "@/api/client";
import { type SetupStep, sendTestMail, setupQuery } from "@/api/server/setup";
import { safeRedirect } from "@/lib/route/redirect";
import { CodeLines } from "@/ui/CodeLines";
import { messageOf } from "@/ui/state/states";
import { Tag } from "@/ui/Tag";
import classes from "./setup.module.css";

/** Each step with its measurement; an open one with its remedy. */
export function Steps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ul className={classes.steps}>
      {steps.map((step) => (
        <li key={step.key} className={classes.step}>
          <Box w={72}>
            <Tag tone={step.done ? "pass" : "neutral"}>{step.done ? "Done" : "Open"}</Tag>
          </Box>
          <div className={classes.words}>
            <strong>{step.title}</strong>
            <span className={classes.fact}>{step.fact}</span>
            {step.action?.command && (
              <>
                <span className={classes.fact}>{step.action.label}, with these settings of your own:</span>
                <CodeLines code={step.action.command} what="the command" />
              </>
            )}
          </div>
          {step.action && <Mend action={step.action} />}
        </li>
      ))}
    </ul>
  );
}

function Mend({ action }: { action: Schemas["SetupAction"] }) {
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
    onSuccess: () => queries.invalidateQueries({ queryKey: setupQuery.queryKey }),
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
