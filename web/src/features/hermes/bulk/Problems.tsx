import { TextButton } from "@/ui/action/TextButton";
import { isMetadataKey } from "../upload/fields";
import { isMissing, labelOf, type Problem } from "./batch";
import classes from "./bulk.module.css";
import type { Batch } from "./useBatch";

interface ProblemsProps {
  problems: readonly Problem[];
  file: string;
  batch: Batch;
}

/** The missing and wrong values of a file, with suggestions. */
export function Problems({ problems, file, batch }: ProblemsProps) {
  const missing = problems.filter(isMissing);
  const wrong = problems.filter((problem) => !isMissing(problem));
  return (
    <>
      {wrong.length > 0 && (
        <ul className={classes.problems} aria-label={`Problems of ${file}`}>
          {wrong.map(({ column, value, message, suggestion }) => (
            <li key={`${column} ${message}`}>
              <strong>{labelOf(column)}</strong>
              {value && <> “{value}”</>}: {message}{" "}
              {suggestion && isMetadataKey(column) && (
                <>
                  Did you mean{" "}
                  <TextButton onClick={() => batch.say(file, ({ own }) => ({ own: { ...own, [column]: suggestion } }))}>
                    {suggestion}
                  </TextButton>
                  ?
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <p className={classes.asks}>
          Still required: {missing.map(({ column }) => labelOf(column).toLowerCase()).join(", ")}.
        </p>
      )}
    </>
  );
}
