import { Button } from "@mantine/core";
import type { ColumnSet, InspectedColumn, Inspection } from "@/lib/sumstats/contract";
import { chooseSet, confirmField, type MappingState, openQuestions } from "@/lib/sumstats/mapping";
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
  function answer(field: string, answered: MappingState) {
    const next = open.find((other) => other.field !== field);
    document.getElementById(next ? questionId(next.field, scope) : columnControlId(field, scope))?.focus();
    onState(answered);
  }

  /** The analyses to choose from, when that is the question: the reader gives its columns a question in common. */
  function analyses(column: InspectedColumn): ColumnSet[] {
    const common = inspection.columns.some((c) => c !== column && c.set === column.set && c.question === column.question);
    return column.set !== undefined && common ? (inspection.sets ?? []) : [];
  }

  return (
    <Card title={open.length === 1 ? "One question" : `${open.length} questions`}>
      {open.map((column) => (
        <div key={column.field} className={classes.question}>
          <p className={classes.questionText}>{column.question ?? `Is ${column.column} really this field?`}</p>
          {column.reason && <p className={classes.note}>{column.reason}</p>}
          <div className={classes.buttons}>
            {analyses(column).map((set, i, sets) => (
              <Button
                key={set.name}
                id={i === 0 ? questionId(column.field, scope) : undefined}
                size="xs"
                onClick={() => answer(column.field, chooseSet(state, set, sets))}
              >
                {set.name}
              </Button>
            ))}
            {analyses(column).length === 0 && (
              <Button
                id={questionId(column.field, scope)}
                size="xs"
                onClick={() => answer(column.field, confirmField(state, column.field))}
              >
                Yes, use {column.column}
              </Button>
            )}
            <TextButton onClick={() => document.getElementById(columnControlId(column.field, scope))?.focus()}>
              Choose another column
            </TextButton>
          </div>
        </div>
      ))}
    </Card>
  );
}
