import { Textarea } from "@mantine/core";
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { complete, nameAt, type Suggestion, suggestionsFor } from "./completion";
import { controlId, type FieldProps } from "./editing";
import classes from "./fields.module.css";
import { functionHelp } from "./functionHelp";
import { useNote } from "./ProblemNote";

/**
 * A formula. Suggestions for a typed name appear below; columns and functions can also be looked
 * up.
 */
export function ExpressionField({ field, value, pointer, editing, onChange }: FieldProps<"expression">) {
  const box = useRef<HTMLTextAreaElement>(null);
  const inserted = useRef<{ text: string; at: number }>(undefined);
  const note = useNote(pointer, editing, "Column ids, + − * / and brackets, comparisons, texts in quotes.");
  const text = typeof value === "string" ? value : "";
  const [cursor, setCursor] = useState<number>();
  const { columns } = editing.given;
  const id = controlId(pointer);

  function insert(chosen: Pick<Suggestion, "name" | "kind">) {
    const next = complete({ text, at: box.current?.selectionStart ?? text.length }, chosen);
    onChange(next.text);
    setCursor(undefined);
    inserted.current = next;
  }

  // Before the next key, which goes to the cursor.
  useLayoutEffect(() => {
    const { current: next } = inserted;
    if (next?.text !== text) return;
    inserted.current = undefined;
    box.current?.focus();
    box.current?.setSelectionRange(next.at, next.at);
  });

  const offered = cursor === undefined ? [] : suggestionsFor(nameAt(text, cursor), columns);
  const { active, onKeyDown } = useChoice(offered, insert, () => setCursor(undefined));
  const optionId = (at: number) => `${id}-offered-${at}`;

  return (
    <div className={classes.fields}>
      <Textarea
        ref={box}
        id={id}
        label={field.label}
        {...note}
        value={text}
        rows={3}
        spellCheck={false}
        autoComplete="off"
        aria-autocomplete="list"
        aria-controls={offered.length > 0 ? `${id}-offered` : undefined}
        aria-activedescendant={active === undefined ? undefined : optionId(active)}
        styles={{ input: { fontFamily: "var(--co-mono)", fontSize: 13 } }}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          setCursor(currentTarget.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(undefined)}
      />
      <p className={classes.hint} role="status">
        {offered.length > 0 && `${plural(offered.length, "name")} below: ↓ to choose, Enter to insert.`}
      </p>
      {offered.length > 0 && (
        <div id={`${id}-offered`} role="listbox" aria-label="Names that fit" className={classes.offered}>
          {offered.map((one, at) => (
            // The cursor stays in the formula, so keys are handled there.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={`${one.kind} ${one.name}`}
              id={optionId(at)}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(one)}
            >
              <span className={classes.code}>{one.shown}</span> <span className={classes.hint}>{one.about}</span>
            </div>
          ))}
        </div>
      )}
      <details className={classes.details}>
        <summary>Columns</summary>
        <ul className={classes.words}>
          {columns.map(({ id: name, title }) => (
            <li key={name}>
              <TextButton onClick={() => insert({ name, kind: "column" })}>{name}</TextButton>{" "}
              <span className={classes.hint}>{title}</span>
            </li>
          ))}
        </ul>
      </details>
      <details className={classes.details}>
        <summary>Functions</summary>
        <ul className={classes.words}>
          {Object.entries(functionHelp).map(([name, { call, about, example }]) => (
            <li key={name}>
              <TextButton onClick={() => insert({ name, kind: "function" })}>{call}</TextButton>
              <p className={classes.hint}>
                {about}. For example <span className={classes.code}>{example}</span>
              </p>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

/**
 * Arrow keys move through the suggestions, Enter and Tab accept, Escape closes; without a selection
 * the keys have their normal effect.
 */
function useChoice(offered: readonly Suggestion[], onTake: (one: Suggestion) => void, onLeave: () => void) {
  const [chosen, setChosen] = useState<number>();
  const active = chosen !== undefined && chosen < offered.length ? chosen : undefined;

  function act(key: string): boolean {
    if (offered.length === 0) return false;
    switch (key) {
      case "ArrowDown":
        setChosen(((active ?? -1) + 1) % offered.length);
        return true;
      case "ArrowUp":
        if (active === undefined) return false;
        setChosen(active === 0 ? undefined : active - 1);
        return true;
      case "Escape":
        onLeave();
        setChosen(undefined);
        return true;
      case "Enter":
      case "Tab": {
        const one = active === undefined ? undefined : offered[active];
        setChosen(undefined);
        if (one) onTake(one);
        return one !== undefined;
      }
      default:
        setChosen(undefined);
        return false;
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (act(event.key)) event.preventDefault();
  };
  return { active, onKeyDown };
}
