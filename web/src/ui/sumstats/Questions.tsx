import { Button } from "@mantine/core";
import type { Inspection } from "@/lib/sumstats/contract";
import { confirmField, type MappingState, openQuestions } from "@/lib/sumstats/mapping";
import { Card } from "../Card";
import { TextButton } from "../TextButton";
import { columnControlId } from "./ColumnsTable";
import classes from "./sumstats.module.css";

interface QuestionsProps {
  inspection: Inspection;
  state: MappingState;
  onState: (state: MappingState) => void;
  scope?: string;
}

export const questionId = (field: string, scope = "") => `${scope}question-${field}`;

/** What the reader doubts: one plain question each, answered by a button or by choosing another column. */
export function Questions({ inspection, state, onState, scope }: QuestionsProps) {
  const open = openQuestions(state, inspection);
  if (open.length === 0) return null;

  /** The focus goes on to the next question, or to the column that was asked about: the button that had it goes away. */
  function answer(field: string) {
    const next = open.find((other) => other.field !== field);
    document.getElementById(next ? questionId(next.field, scope) : columnControlId(field, scope))?.focus();
    onState(confirmField(state, field));
  }

  return (
    <Card title={open.length === 1 ? "One question" : `${open.length} questions`}>
      {open.map((column) => (
        <div key={column.field} className={classes.question}>
          <p className={classes.questionText}>{column.question ?? `Is ${column.column} really this field?`}</p>
          {column.reason && <p className={classes.note}>{column.reason}</p>}
          <div className={classes.buttons}>
            <Button id={questionId(column.field, scope)} size="xs" onClick={() => answer(column.field)}>
              Yes, use {column.column}
            </Button>
            <TextButton onClick={() => document.getElementById(columnControlId(column.field, scope))?.focus()}>
              Choose another column
            </TextButton>
          </div>
        </div>
      ))}
    </Card>
  );
}
