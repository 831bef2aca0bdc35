import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Cohort, cohortQuery } from "@/api/sgc/sgc";
import { formatDateTime, plural } from "@/lib/format/format";
import { ActionsMenu, DangerItem } from "@/ui/action/ActionsMenu";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { WordTag } from "@/ui/Tag";
import { blockingFindings, cohortStatus, sizeSentence } from "../../words";
import { CohortFindings } from "../CohortFindings";
import classes from "../cohort.module.css";
import { useDeleteCohort } from "../useDeleteCohort";
import { openTasks } from "../validation";
import { CountsCards } from "./CountsCards";
import { FilesCard } from "./FilesCard";
import { HistoryCard } from "./HistoryCard";
import { PeopleCard } from "./PeopleCard";
import { QuestionnaireCard } from "./QuestionnaireCard";

const ReceiptView = late(() => import("./ReceiptView").then((part) => part.ReceiptView));
const OwnersDialog = late(() => import("./OwnersDialog").then((part) => part.OwnersDialog));

interface ViewCohortProps {
  id: string;
  /** User name of who is looking. */
  self: string;
  /** The receipt in place of the whole. */
  receipt: boolean;
}

/** One cohort as submitted. */
export function ViewCohortPage({ id, self, receipt }: ViewCohortProps) {
  const cohort = useQuery(cohortQuery(id));
  return (
    <Answered what="the cohort" answer={cohort} loading={<PageSkeleton label="Loading the cohort" />} frame={onPage}>
      {(data) =>
        receipt ? (
          <ReceiptView cohort={data} meanwhile={<PageSkeleton label="Loading the receipt" />} />
        ) : (
          <View cohort={data} self={self} />
        )
      }
    </Answered>
  );
}

function View({ cohort, self }: { cohort: Cohort; self: string }) {
  const [sharing, setSharing] = useState(false);
  const mayEdit = cohort.can.includes("edit");
  return (
    <>
      <PageHeader
        title={cohort.name}
        sub={
          <>
            {sizeSentence(cohort)} · <WordTag {...cohortStatus(cohort)} /> {stateWords(cohort)}
          </>
        }
        actions={
          <>
            <ButtonLink variant="default" to="/sgc/view/$id" params={{ id: cohort.id }} search={{ receipt: 1 }}>
              Receipt
            </ButtonLink>
            {mayEdit && (
              <ButtonLink to="/sgc/edit/$id" params={{ id: cohort.id }}>
                Edit
              </ButtonLink>
            )}
            <MoreMenu cohort={cohort} onShare={() => setSharing(true)} />
          </>
        }
      />
      <div className={classes.main}>
        <CohortFindings cohortId={cohort.id} findings={cohort.findings} />
        <FilesCard cohort={cohort} />
        <CountsCards cohort={cohort} />
        <QuestionnaireCard cohort={cohort} />
        <PeopleCard cohort={cohort} onShare={() => setSharing(true)} />
        <HistoryCard history={cohort.history} />
      </div>
      {sharing && <OwnersDialog cohort={cohort} self={self} onClose={() => setSharing(false)} />}
    </>
  );
}

function stateWords(cohort: Cohort): string {
  if (cohort.status === "validated") return cohort.validated_at ? `on ${formatDateTime(cohort.validated_at)}` : "";
  const open = openTasks(cohort).length;
  if (open > 0) return `${plural(open, "thing")} missing`;
  return blockingFindings(cohort.findings).length > 0 ? "" : "waiting for its owner to validate it";
}

function MoreMenu({ cohort, onShare }: { cohort: Cohort; onShare: () => void }) {
  const navigate = useNavigate();
  const { ask, busy } = useDeleteCohort(cohort, () => void navigate({ to: "/sgc" }));
  if (!cohort.can.includes("transfer") && !cohort.can.includes("delete")) return null;
  return (
    <ActionsMenu label="More actions" busy={busy} inHead width={220}>
      {cohort.can.includes("transfer") && <Menu.Item onClick={onShare}>Owners and sharing…</Menu.Item>}
      {cohort.can.includes("delete") && <DangerItem onClick={ask}>Delete…</DangerItem>}
    </ActionsMenu>
  );
}
