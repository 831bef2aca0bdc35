import { Button, Switch } from "@mantine/core";
import { addTo, copyIn, moveIn, removeStep, replaceIn, switchStep } from "@/lib/document/change";
import type { Step } from "@/lib/document/document";
import { outputsOf } from "@/lib/document/ids";
import { confirm } from "@/ui/dialog/confirm";
import classes from "../builder.module.css";
import { stepKinds } from "../kinds/steps";
import type { PanelProps } from "../panel";
import { errorsOf, within } from "../problems";
import { breakWords } from "./breakWords";
import { ItemsPanel } from "./ItemsPanel";
import { StepSample } from "./StepSample";

const nameOf = (step: Step) =>
  outputsOf(step)
    .map(({ title }) => title)
    .join(", ");

/** Columns that are made of others, one step after the other. */
export function StepsPanel({ document, prepared, editing, change }: PanelProps) {
  async function remove(step: Step) {
    const { document: left, breaks } = removeStep(document, step.id);
    const yes =
      breaks.length === 0 ||
      (await confirm({
        title: `Remove ${nameOf(step)}?`,
        children: breakWords(breaks),
        confirm: "Remove",
      }));
    if (yes) change(() => left);
  }

  /**
   * A step's fault may already be shown at one of its fields; for a formula the field only shows
   * that it cannot be read, not why.
   */
  function isSaid({ id }: Step): boolean {
    const at = document.steps.findIndex((step) => step.id === id);
    return errorsOf(within(editing(id).problems, `/steps/${at}`)).some(({ code }) => code !== "expression");
  }

  return (
    <ItemsPanel<Step>
      items={document.steps}
      kinds={stepKinds}
      pointer="/steps"
      add="Add a step"
      empty="Each step calculates a column from others: −log10 of P, a locus, a score, any formula. Later steps can use columns of earlier ones."
      nameOf={nameOf}
      editing={(step) => editing(step?.id)}
      onAdd={(step) => change((before) => addTo(before, "steps", step))}
      onChange={(step, about) => change((before) => replaceIn(before, "steps", step), about)}
      onMove={(id, to) => change((before) => moveIn(before, "steps", id, to))}
      onRemove={(step) => void remove(step)}
      more={(step) => (
        <>
          <StepSample
            report={prepared?.steps.find(({ id }) => id === step.id)}
            columns={prepared?.columns ?? []}
            isSaid={isSaid(step)}
          />
          <div className={classes.buttons}>
            <Switch
              label="Switched on"
              checked={!step.off}
              onChange={({ currentTarget: { checked } }) => change((before) => switchStep(before, step.id, checked))}
            />
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => change((before) => copyIn(before, "steps", step.id))}
            >
              Duplicate
            </Button>
          </div>
        </>
      )}
    />
  );
}
