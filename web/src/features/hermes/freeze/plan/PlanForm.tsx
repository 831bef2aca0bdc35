import { TextInput } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import type { Freeze } from "@/api/hermes/freezes";
import { ApiError, refusedAt } from "@/lib/api-error";
import { plural } from "@/lib/format/format";
import { DraftNote } from "@/ui/form/DraftNote";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, inCard } from "@/ui/state/Answered";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import classes from "../freeze.module.css";
import { CostCard } from "./CostCard";
import type { FreezeDraft } from "./draft";
import { Findings } from "./Findings";
import { findingsOf } from "./findings";
import { OptionsCard } from "./OptionsCard";
import { PlanMatrix } from "./PlanMatrix";
import { RuleCard } from "./RuleCard";
import { usePlan } from "./usePlan";
import { usePlanning } from "./usePlanning";

interface Props {
  account: string;
  /** What the form begins with. */
  begin: FreezeDraft;
  /** Also where something else is kept in the browser. */
  fresh?: boolean;
  /** The freeze that is edited. */
  held?: Freeze;
}

/** Rule and options at the left, what they come to at the right. */
export function PlanForm({ account, begin, fresh = false, held }: Props) {
  const form = usePlanning({ account, object: held?.id ?? "new", begin, fresh, held });
  const { draft, error } = form;
  const { answer, plan, behind } = usePlan(draft.document);
  const findings = useMemo(() => (plan ? findingsOf(plan) : []), [plan]);
  const [tried, setTried] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const version = useRef<HTMLInputElement>(null);

  function send(start: boolean): void {
    setTried(true);
    if (!draft.name.trim()) name.current?.focus();
    else if (!draft.version.trim()) version.current?.focus();
    else form.send(start);
  }

  return (
    <>
      <PageHeader
        title={draft.name || (held ? held.name : "New freeze")}
        crumb={held ? [held.name, "Edit"] : ["New freeze"]}
        sub={
          <>
            {plan && planSentence(plan.cells)}{" "}
            {form.typed && (
              <DraftNote
                savedAt={form.savedAt}
                question={held ? "The form shows the saved freeze again." : "Your input is removed."}
                onStartOver={form.startOver}
              />
            )}
          </>
        }
      />
      <div className={classes.page}>
        {error && <Refusal error={error} />}
        <div className={classes.names}>
          <TextInput
            ref={name}
            label="Name of the release"
            placeholder="HERMES release 4"
            required
            maxLength={200}
            value={draft.name}
            onChange={(event) => form.change({ name: event.currentTarget.value })}
            error={refusedAt(error, "name") ?? (tried && !draft.name.trim() ? "Enter a name." : undefined)}
          />
          <TextInput
            ref={version}
            label="Version"
            required
            maxLength={40}
            value={draft.version}
            onChange={(event) => form.change({ version: event.currentTarget.value })}
            error={
              refusedAt(error, "release_version") ?? (tried && !draft.version.trim() ? "Enter a version." : undefined)
            }
          />
        </div>
        <div className={classes.plan}>
          <div className={classes.side}>
            <RuleCard document={draft.document} plan={plan} onDocument={form.onDocument} />
            <OptionsCard document={draft.document} onDocument={form.onDocument} />
          </div>
          <div className={classes.main}>
            {answer.error && plan && <Refusal error={answer.error} title="The plan could not be made" />}
            <Answered
              what="the plan"
              answer={{ ...answer, error: plan ? null : answer.error }}
              frame={inCard("What each cell holds and lacks")}
              safe="Your input is kept."
            >
              {(data) => (
                <>
                  <PlanMatrix plan={data} skipped={form.skipped} onSkip={form.onSkip} />
                  <Findings findings={findings} options={draft.document.options} onRemedy={form.onRemedy} />
                </>
              )}
            </Answered>
            <CostCard
              plan={plan}
              behind={behind && !answer.error}
              busy={form.busy}
              onSave={() => send(false)}
              onStart={() => send(true)}
            />
          </div>
        </div>
      </div>
    </>
  );
}

/** "27 of 35 cells meet the rule, 2 of them are blocked." */
function planSentence(cells: readonly { status: string }[]): string {
  const meet = cells.filter(({ status }) => status !== "short").length;
  const blocked = cells.filter(({ status }) => status === "blocked").length;
  const rest = blocked > 0 ? `, ${blocked} of them ${blocked === 1 ? "is" : "are"} blocked` : "";
  return `${meet} of ${plural(cells.length, "cell")} ${meet === 1 ? "meets" : "meet"} the rule${rest}.`;
}

function Refusal({ error, title = messageOf(error) }: { error: Error; title?: string }) {
  const fields = error instanceof ApiError ? error.fields : [];
  return (
    <Notice tone="fail" title={title} alert>
      {fields.length > 0 ? (
        <ul className={classes.refusals}>
          {fields.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : (
        title !== messageOf(error) && messageOf(error)
      )}{" "}
      Your input is kept.
    </Notice>
  );
}
