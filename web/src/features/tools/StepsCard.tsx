import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { CodeLines } from "@/ui/CodeLines";
import { type StepName, type Subject, stepsFor } from "./steps";
import classes from "./tools.module.css";

interface Props {
  subject: Subject;
  /** What begins a step on this server. */
  actions: Partial<Record<StepName, ReactNode>>;
  /** The same step as a call of this server, in lines for a terminal. */
  calls: Partial<Record<StepName, string>>;
}

/** What can be done with a file: on this page where there is a button, on one's own machine by the command. */
export function StepsCard({ subject, actions, calls }: Props) {
  return (
    <Card flush title="Actions" aside="A command runs locally and uploads nothing">
      <ul className={classes.steps}>
        {stepsFor(subject).map(({ id, name, text, command, note }) => (
          <li key={id} className={classes.step}>
            <div className={classes.stepHead}>
              <h3 className={classes.stepName}>{name}</h3>
              <p className={classes.stepText}>
                {text} {note}
              </p>
              {actions[id]}
            </div>
            <CodeLines sign="$" code={command} what={`the command: ${name}`} />
            {calls[id] && <CodeLines sign="call" code={calls[id]} what={`the call: ${name}`} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}
