import { Button } from "@mantine/core";
import { plural } from "@/lib/format/format";
import type { ColumnAnswer, ColumnQuestion, Inspection } from "@/lib/sumstats/contract";
import { answerOf, answerQuestion, askAgain, type MappingState, openQuestions } from "@/lib/sumstats/mapping";
import { TextButton } from "../action/TextButton";
import { Card } from "../Card";
import classes from "./questions.module.css";
import { SampleTable } from "./SampleTable";

interface QuestionsProps {
  inspection: Inspection;
  state: MappingState;
  onState: (state: MappingState) => void;
  scope?: string;
}

/** Of the first answer of an open question, or of what changes it once it is answered. */
export const questionId = (field: string, scope = "") => `${scope}question-${field}`;

const idOf = ({ fields }: ColumnQuestion, scope?: string) => questionId(fields[0] ?? "", scope);

/** What the reader doubts: one plain question each, answered by one button, and taken back by another. */
export function Questions({ inspection, state, onState, scope }: QuestionsProps) {
  const open = openQuestions(state, inspection);
  if (inspection.questions.length === 0) return null;

  /**
   * The focused button disappears: the focus moves to the next question, or to the control that
   * changes this answer.
   */
  function focus(id: string) {
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  }

  function answer(question: ColumnQuestion, chosen: ColumnAnswer) {
    const answered = answerQuestion(state, question, chosen);
    onState(answered);
    focus(idOf(openQuestions(answered, inspection)[0] ?? question, scope));
  }

  function change(question: ColumnQuestion) {
    onState(askAgain(state, question, inspection));
    focus(idOf(question, scope));
  }

  const title =
    open.length === 0
      ? "Every question is answered"
      : open.length === 1
        ? "One question"
        : plural(open.length, "question");
  return (
    <Card title={title}>
      {inspection.questions.map((question) =>
        open.includes(question) ? (
          <OpenQuestion
            key={question.fields[0]}
            id={idOf(question, scope)}
            question={question}
            inspection={inspection}
            onAnswer={(chosen) => answer(question, chosen)}
          />
        ) : (
          <p key={question.fields[0]} className={classes.answered}>
            {question.question} <b>{answerOf(state, question)?.label ?? "As chosen by you"}</b>{" "}
            <TextButton
              id={idOf(question, scope)}
              aria-label={`Change: ${question.question}`}
              onClick={() => change(question)}
            >
              Change
            </TextButton>
          </p>
        ),
      )}
    </Card>
  );
}

interface OpenQuestionProps {
  id: string;
  question: ColumnQuestion;
  inspection: Inspection;
  onAnswer: (answer: ColumnAnswer) => void;
}

function OpenQuestion({ id, question, inspection, onAnswer }: OpenQuestionProps) {
  const { options, evidence } = question;
  return (
    <fieldset className={classes.question} aria-describedby={`${id}-evidence`}>
      <legend className={classes.text}>{question.question}</legend>
      <ul id={`${id}-evidence`} className={classes.evidence}>
        {evidence.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <SampleTable
        inspection={inspection}
        columns={shownWith(question, inspection)}
        rows={3}
        label={`First rows: ${question.question}`}
      />
      <div className={classes.buttons}>
        {options.map((option, i) => (
          <Button
            key={option.label}
            id={i === 0 ? id : undefined}
            size="xs"
            variant={option.likely ? "outline" : "default"}
            onClick={() => onAnswer(option)}
          >
            {option.likely ? `${option.label} (likely)` : option.label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** Fields whose values help to judge which allele is meant. */
const telling = ["rsid", "effect_allele_frequency", "allele_frequency", "beta", "odds_ratio"];

/** The columns that are asked about and, for alleles, those that help to judge them, in the order of the file. */
function shownWith({ fields, options }: ColumnQuestion, inspection: Inspection): string[] {
  const shown = new Set(options.flatMap(({ columns }) => Object.values(columns)));
  if (fields.includes("effect_allele")) {
    for (const { field, column } of inspection.columns) if (telling.includes(field)) shown.add(column);
  }
  return inspection.header.filter((name) => shown.has(name));
}
