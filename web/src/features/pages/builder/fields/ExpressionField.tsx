import { Textarea } from "@mantine/core";
import { useRef } from "react";
import { functions } from "@/lib/engine/functions";
import { TextButton } from "@/ui/TextButton";
import { controlId, type FieldProps } from "./editing";
import classes from "./fields.module.css";
import { useProblemOf } from "./ProblemNote";

/** A formula, with the columns and functions that it may use; each is put in where the cursor is. */
export function ExpressionField({ field, value, pointer, editing, onChange }: FieldProps<"expression">) {
  const box = useRef<HTMLTextAreaElement>(null);
  const note = useProblemOf(pointer, editing);
  const text = typeof value === "string" ? value : "";

  function insert(words: string, back = 0) {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } = box.current ?? {};
    onChange(text.slice(0, from) + words + text.slice(to));
    const at = from + words.length - back;
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(at, at);
    });
  }

  return (
    <div className={classes.fields}>
      <Textarea
        ref={box}
        id={controlId(pointer)}
        label={field.label}
        description="Columns by their ids, + − * / and brackets, comparisons, texts in quotes."
        error={note}
        value={text}
        rows={3}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--co-mono)", fontSize: 13 } }}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <details className={classes.details}>
        <summary>Columns</summary>
        <ul className={classes.words}>
          {editing.given.columns.map(({ id, title }) => (
            <li key={id}>
              <TextButton onClick={() => insert(id)}>{id}</TextButton> <span className={classes.hint}>{title}</span>
            </li>
          ))}
        </ul>
      </details>
      <details className={classes.details}>
        <summary>Functions</summary>
        <ul className={classes.words}>
          {Object.keys(functions).map((name) => (
            <li key={name}>
              <TextButton onClick={() => insert(`${name}()`, 1)}>{name}</TextButton>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
