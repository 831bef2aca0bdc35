import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import { type Cohort, cohortQuery, type SgcKind } from "@/api/sgc/sgc";
import { ButtonLink } from "@/ui/action/links";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { PageSkeleton } from "@/ui/state/Skeletons";
import { WordTag } from "@/ui/Tag";
import { kinds } from "../kinds";
import { cohortStatus, sizeSentence, type TableKind } from "../words";
import classes from "./cohort.module.css";
import { useCohortForm } from "./form/useCohortForm";
import { answered } from "./form/values";
import { QuestionnaireTask } from "./QuestionnaireTask";
import { fileState, questionnaireState, TaskList, type TaskState, validationState } from "./TaskList";
import type { Task } from "./tasks";
import { nextStep } from "./validation";

/** One task is worked on at a time. */
const FileTask = late(() => import("./file/FileTask").then((part) => part.FileTask));
const DescriptionTask = late(() => import("./file/DescriptionTask").then((part) => part.DescriptionTask));
const ValidationPanel = late(() => import("./ValidationPanel").then((part) => part.ValidationPanel));

interface EditCohortProps {
  id: string;
  userId: string;
  /** Absent: the first step that is not done. */
  task?: Task;
}

/** A cohort from its questionnaire to its validation, one step at a time, in any order. */
export function EditCohortPage({ id, userId, task }: EditCohortProps) {
  const cohort = useQuery(cohortQuery(id));
  return (
    <Answered what="the cohort" answer={cohort} loading={<PageSkeleton label="Loading the cohort" />} frame={onPage}>
      {(data) =>
        data.can.includes("edit") ? (
          <Bench key={id} cohort={data} userId={userId} task={task} />
        ) : (
          <MayOnlyLook cohort={data} />
        )
      }
    </Answered>
  );
}

function MayOnlyLook({ cohort }: { cohort: Cohort }) {
  return (
    <>
      <PageHeader title={cohort.name} sub={sizeSentence(cohort)} />
      <Notice tone="info" title="You can view this cohort, but not change it">
        {cohort.owner} and people it is shared with can submit its files.
      </Notice>
      <Group gap="8px 12px">
        <ButtonLink to="/sgc/view/$id" params={{ id: cohort.id }}>
          See the cohort
        </ButtonLink>
      </Group>
    </>
  );
}

const tableKinds = kinds.filter((kind): kind is TableKind => kind !== "cohort_description");

function Bench({ cohort, userId, task }: { cohort: Cohort; userId: string; task?: Task }) {
  const navigate = useNavigate();
  const form = useCohortForm(userId, cohort);
  const [working, setWorking] = useState<Partial<Record<SgcKind, TaskState>>>({});
  const [begun] = useState(() => nextStep(cohort, "validation"));
  const current = task ?? begun;
  const panel = useFocusOnStep(current);
  const onState = useCallback(
    (kind: SgcKind, state: TaskState | undefined) => setWorking((before) => ({ ...before, [kind]: state })),
    [],
  );

  function stateOf(step: Task): TaskState {
    if (step === "questionnaire") return questionnaireState(answered(form.values), form.clean);
    if (step === "validation") return validationState(cohort);
    return fileState(cohort, step, working[step]);
  }

  const goOn = (from: Task) => {
    // A file that was just submitted is done, whatever the cache contains.
    const done = { ...cohort, tasks: cohort.tasks.map((one) => (one.task === from ? { ...one, done: true } : one)) };
    void navigate({ to: "/sgc/edit/$id", params: { id: cohort.id }, search: { task: nextStep(done, from) } });
  };

  return (
    <>
      <PageHeader
        title={cohort.name}
        sub={
          <>
            {sizeSentence(cohort)} · <WordTag {...cohortStatus(cohort)} />
          </>
        }
        actions={
          <>
            <ButtonLink variant="default" to="/sgc/view/$id" params={{ id: cohort.id }}>
              View
            </ButtonLink>
            {current !== "validation" && (
              <ButtonLink
                variant={cohort.status === "complete" ? "filled" : "default"}
                to="/sgc/edit/$id"
                params={{ id: cohort.id }}
                search={{ task: "validation" }}
              >
                Check everything
              </ButtonLink>
            )}
          </>
        }
      />
      <div className={classes.bench}>
        <div className={classes.side}>
          <TaskList current={current} stateOf={stateOf} cohortId={cohort.id} />
        </div>
        {/* Steps that are not shown stay as they are: what was typed, chosen or edited in them is not lost. */}
        <div ref={panel} className={classes.panel} tabIndex={-1}>
          <div hidden={current !== "questionnaire"}>
            <QuestionnaireTask cohort={cohort} form={form} onSaved={() => goOn("questionnaire")} />
          </div>
          {tableKinds.map((kind) => (
            <div key={kind} hidden={current !== kind}>
              <FileTask cohort={cohort} kind={kind} userId={userId} onState={onState} onAccepted={() => goOn(kind)} />
            </div>
          ))}
          <div hidden={current !== "cohort_description"}>
            <DescriptionTask cohort={cohort} onAccepted={() => goOn("cohort_description")} />
          </div>
          {current === "validation" && <ValidationPanel cohort={cohort} />}
        </div>
      </div>
    </>
  );
}

/** The new step takes the focus, because it is another page for screen readers. */
function useFocusOnStep(current: Task) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(current);
  useEffect(() => {
    if (shown.current !== current) panel.current?.focus({ preventScroll: true });
    shown.current = current;
  }, [current]);
  return panel;
}
