import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { setupQuery } from "@/api/server/setup";
import { readStored, writeStored } from "@/lib/browser/stored";
import { AnchorLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import classes from "./setup.module.css";
import { doneWords } from "./words";

const key = "cohortium-setup-closed";

/**
 * Where an administrator lands, while a step is open: how far the server is and what comes next. It can be closed for good
 * in this browser; the page of the steps stays in the menu.
 */
export function SetupCard({ account }: { account: string }) {
  const [closed, setClosed] = useState(() => readStored(key) === account);
  const steps = useQuery({ ...setupQuery, enabled: !closed }).data?.steps;
  const next = steps?.find((step) => !step.done);
  if (closed || !steps || !next) return null;

  function close() {
    writeStored(key, account);
    setClosed(true);
  }

  return (
    <Card
      className={classes.card}
      title="First steps"
      aside={<TextButton onClick={close}>Close first steps permanently</TextButton>}
    >
      <Group gap="8px 16px">
        <span>
          {doneWords(steps)} Next: {next.title}. <span className={classes.fact}>{next.fact}</span>
        </span>
        <AnchorLink py={2} to="/admin/setup">
          All steps
        </AnchorLink>
      </Group>
    </Card>
  );
}
