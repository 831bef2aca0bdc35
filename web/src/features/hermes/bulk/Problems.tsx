import { TextButton } from "@/ui/TextButton";
import { isMetadataKey } from "../upload/fields";
import { labelOf, type Problem } from "./batch";
import classes from "./bulk.module.css";
import type { Batch } from "./useBatch";

interface ProblemsProps {
  problems: readonly Problem[];
  file: string;
  batch: Batch;
}

/** What is wrong with what was said of a file, with what was probably meant. */
export function Problems({ problems, file, batch }: ProblemsProps) {
  return (
    <ul className={classes.problems} aria-label={`To mend for ${file}`}>
      {problems.map(({ column, value, message, suggestion }) => (
        <li key={`${column} ${message}`}>
          <strong>{labelOf(column)}</strong>
          {value && <> “{value}”</>}: {message}{" "}
          {suggestion && isMetadataKey(column) && (
            <>
              Did you mean{" "}
              <TextButton
                onClick={() => batch.describe(file, ({ own }) => ({ own: { ...own, [column]: suggestion } }))}
              >
                {suggestion}
              </TextButton>
              ?
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
