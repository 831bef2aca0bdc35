import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import type { Schemas } from "@/api/client";
import type { SetupStep } from "@/api/server/setup";
import { CodeLines } from "@/ui/CodeLines";
import { Tag } from "@/ui/Tag";
import { Remedy } from "./Remedy";
import classes from "./setup.module.css";

/** Each step with its measurement; an open one with its remedy. */
export function Steps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ul className={classes.steps}>
      {steps.map(({ key, ...step }) => (
        <StepLine
          key={key}
          {...step}
          tag={<Tag tone={step.done ? "pass" : "neutral"}>{step.done ? "Done" : "Open"}</Tag>}
          asks="with these settings of your own:"
        />
      ))}
    </ul>
  );
}

interface LineProps {
  tag: ReactNode;
  title: string;
  fact: string;
  action?: Schemas["SetupAction"];
  /** What follows the label of a command. */
  asks: string;
}

/** State, title, measurement and remedy. */
export function StepLine({ tag, title, fact, action, asks }: LineProps) {
  return (
    <li className={classes.step}>
      <Box w={92}>{tag}</Box>
      <div className={classes.words}>
        <strong>{title}</strong>
        <span className={classes.fact}>{fact}</span>
        {action?.command && (
          <>
            <span className={classes.fact}>
              {action.label}, {asks}
            </span>
            <CodeLines code={action.command} what="the command" />
          </>
        )}
      </div>
      {action && <Remedy action={action} />}
    </li>
  );
}
