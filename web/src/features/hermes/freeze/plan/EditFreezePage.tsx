import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Freeze, freezeQuery } from "@/api/hermes/freezes";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { EmptyState } from "@/ui/state/states";
import { draftOf } from "./draft";
import { PlanForm } from "./PlanForm";

interface Props {
  account: string;
  id: string;
}

/** Changes a freeze. Results that the new document no longer describes become outdated. */
export function EditFreezePage({ account, id }: Props) {
  const answer = useQuery({ ...freezeQuery(id), refetchInterval: false });
  return (
    <Answered what="the freeze" answer={answer} loading={<PageSkeleton label="Reading the freeze" />} frame={onPage}>
      {(freeze) =>
        freeze.actions.edit?.allowed ? <Edit account={account} freeze={freeze} /> : <Closed freeze={freeze} />
      }
    </Answered>
  );
}

function Edit({ account, freeze }: { account: string; freeze: Freeze }) {
  // What is typed begins with the freeze as it was first read; a later reading does not overwrite it.
  const [held] = useState(freeze);
  const [begin] = useState(() => draftOf(freeze));
  return <PlanForm account={account} begin={begin} held={held} />;
}

function Closed({ freeze: { id, name, actions } }: { freeze: Freeze }) {
  return (
    <>
      <PageHeader title={name} crumb={[name, "Edit"]} />
      <Card>
        <EmptyState
          title="This freeze cannot be changed now"
          actions={
            <ButtonLink to="/hermes/freezes/$id" params={{ id }}>
              Open the freeze
            </ButtonLink>
          }
        >
          {actions.edit?.reason ?? "Only reviewers can change a freeze."}
        </EmptyState>
      </Card>
    </>
  );
}
