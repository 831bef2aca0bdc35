import { Box, VisuallyHidden } from "@mantine/core";
import type { MouseEvent } from "react";
import { plural } from "@/lib/format/format";
import { markedParts } from "@/lib/text/search-words";
import { TextButton } from "@/ui/action/TextButton";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import { messageOf } from "@/ui/state/states";
import classes from "./search.module.css";
import type { Choice, Section, useSections } from "./useSections";

interface Props {
  id: string;
  found: ReturnType<typeof useSections>;
  question: string;
  current: number;
  onPick: (event: MouseEvent, choice: Choice) => void;
}

/** Search results by kind; a sentence where there are none, or where the search failed. */
export function Results({ id, found, question, current, onPick }: Props) {
  const { sections, words, answer, kinds, waiting } = found;
  const count = sections.reduce((sum, { choices }) => sum + choices.filter(({ more }) => !more).length, 0);
  const starts = sections.map((_, i) => sections.slice(0, i).reduce((sum, { choices }) => sum + choices.length, 0));
  const failed = answer.error !== null && answer.data === undefined;
  return (
    <div className={classes.results} aria-busy={waiting}>
      <VisuallyHidden role="status">{statusOf(words.length > 0, waiting, count)}</VisuallyHidden>
      {words.length === 0 && <p className={classes.note}>You can look for: {listed(kinds)}.</p>}
      <div id={id} role="listbox" aria-label="Results">
        {sections.map((section, i) => (
          <Group
            key={section.title}
            id={id}
            section={section}
            words={words}
            start={starts[i] ?? 0}
            current={current}
            onPick={onPick}
          />
        ))}
      </div>
      {found.hasRecent && (
        <p className={classes.note}>
          Your recent items are kept in this browser only. <TextButton onClick={found.forget}>Clear</TextButton>
        </p>
      )}
      {waiting && count === 0 && (
        <Box px={10} py={8}>
          <RowsSkeleton rows={4} />
        </Box>
      )}
      {failed && (
        <p className={classes.note} role="alert">
          Only pages could be searched. {messageOf(answer.error)}{" "}
          <TextButton onClick={() => void answer.refetch()}>Try again</TextButton>
        </p>
      )}
      {sections.some((section) => section.failed) && (
        <p className={classes.note}>
          <TextButton onClick={() => void answer.refetch()}>Search again</TextButton> the rest.
        </p>
      )}
      {words.length > 0 && !waiting && !failed && count === 0 && <Nothing question={question} kinds={kinds} />}
    </div>
  );
}

function statusOf(asked: boolean, waiting: boolean, count: number): string {
  if (!asked) return "";
  return waiting ? "Searching" : plural(count, "result", "results");
}

/** "pages, cohorts and studies" from titles. */
function listed(kinds: readonly string[]): string {
  const names = kinds.map((kind) => kind.charAt(0).toLowerCase() + kind.slice(1));
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function Nothing({ question, kinds }: { question: string; kinds: readonly string[] }) {
  return (
    <div className={classes.nothing}>
      <h2>Nothing found for “{question}”</h2>
      <p>All words must match. Check the spelling, or use fewer words.</p>
      <p>Searched: {listed(kinds)}.</p>
    </div>
  );
}

interface GroupProps extends Pick<Props, "id" | "current" | "onPick"> {
  section: Section;
  words: readonly string[];
  /** Number of its first line among all. */
  start: number;
}

function Group({ id, section, words, start, current, onPick }: GroupProps) {
  const heading = `${id}-of-${start}-${section.title.replace(/\W+/g, "-")}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div role="group" aria-labelledby={heading} className={classes.group}>
      <div id={heading} className={classes.heading} role="presentation">
        {section.title}
      </div>
      {section.failed && (
        <div className={classes.failed} role="presentation">
          Search is not available at the moment.
        </div>
      )}
      {section.choices.map((choice, i) => (
        <a
          key={choice.address + choice.title}
          id={`${id}-${start + i}`}
          role="option"
          aria-selected={start + i === current}
          tabIndex={-1}
          className={classes.choice}
          data-more={choice.more}
          href={choice.address}
          onClick={(event) => onPick(event, choice)}
        >
          <Line choice={choice} words={words} />
        </a>
      ))}
    </div>
  );
}

function Line({ choice, words }: { choice: Choice; words: readonly string[] }) {
  if (choice.more) return choice.title;
  return (
    <>
      <span className={classes.title}>
        <Marked text={choice.title} words={words} />
      </span>
      <span className={classes.subtitle}>
        <Marked text={choice.subtitle} words={words} />
        {choice.match && (
          <>
            {choice.subtitle && " · "}
            {choice.match.field}: <Marked text={choice.match.text} words={words} />
          </>
        )}
      </span>
    </>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return markedParts(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.marked ? <mark key={key}>{part.text}</mark> : part.text;
  });
}
