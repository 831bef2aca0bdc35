import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Freeze, freezeQuery } from "@/api/hermes/freezes";
import { AnchorLink } from "@/ui/action/links";
import { Answered, onPage } from "@/ui/state/Answered";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { copyOf, emptyDraft } from "./draft";
import { PlanForm } from "./PlanForm";

interface Props {
  account: string;
  /** The freeze whose next version it is. */
  from: string | undefined;
}

/** A new freeze, or the next version of one. */
export function NewFreezePage({ account, from }: Props) {
  const earlier = useQuery({ ...freezeQuery(from ?? ""), enabled: from !== undefined, refetchInterval: false });
  if (from === undefined) return <PlanForm account={account} begin={emptyDraft} />;
  return (
    <Answered
      what="the earlier freeze"
      answer={earlier}
      loading={<PageSkeleton label="Reading the earlier freeze" />}
      frame={onPage}
      actions={<AnchorLink to="/hermes/freezes/new">Start from scratch</AnchorLink>}
    >
      {(freeze) => <Copy account={account} freeze={freeze} />}
    </Answered>
  );
}

function Copy({ account, freeze }: { account: string; freeze: Freeze }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed begins with the freeze as it was first read
  const begin = useMemo(() => copyOf(freeze), [freeze.id]);
  return <PlanForm account={account} begin={begin} fresh />;
}
