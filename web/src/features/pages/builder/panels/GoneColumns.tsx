import { NativeSelect } from "@mantine/core";
import { removeColumn, setColumn, takeColumn } from "@/lib/document/change";
import type { Column } from "@/lib/document/document";
import { TextButton } from "@/ui/action/TextButton";
import { typeWords } from "../../words";
import classes from "../builder.module.css";
import { controlId } from "../fields/editing";
import type { PanelProps } from "../panel";
import { within } from "../problems";

type Props = Pick<PanelProps, "document" | "problems" | "table" | "change">;

/** Columns that the table has no more, or not of their type, with what can be done about each. */
export function GoneColumns({ document, problems, table, change }: Props) {
  const found = within(problems, "/columns").flatMap((problem) => {
    const at = problem.path.split("/")[2];
    const column = document.columns[Number(at)];
    const isOne = problem.code === "column_gone" || problem.code === "column_type";
    return column && isOne ? [{ ...problem, column, pointer: `/columns/${at}/source` }] : [];
  });
  if (found.length === 0) return null;
  function take(column: Column, source: string) {
    const there = table.columns.find((one) => one.source === source);
    if (there) change((before) => takeColumn(before, column.id, there));
  }

  return (
    <ul className={classes.lacks} aria-label="Missing columns">
      {found.map(({ code, path, text, near, column, pointer }) => (
        <li key={path}>
          {text}{" "}
          {code === "column_type" ? (
            <AsItIs column={column} table={table} change={change} />
          ) : (
            <>
              {near !== undefined && (
                <TextButton aria-label={`Use ${near} for ${column.title}`} onClick={() => take(column, near)}>
                  Use {near}
                </TextButton>
              )}
              <NativeSelect
                id={controlId(pointer)}
                size="xs"
                aria-label={`Another column for ${column.title}`}
                value=""
                data={[
                  { value: "", label: "Choose another column" },
                  ...table.columns.map(({ source }) => ({ value: source, label: source })),
                ]}
                onChange={({ currentTarget: { value } }) => take(column, value)}
              />
              <TextButton
                danger
                aria-label={`Remove ${column.title} from the page`}
                onClick={() => change((before) => removeColumn(before, column.id).document)}
              >
                Remove it
              </TextButton>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Takes a column for what the table holds now. */
function AsItIs({ column, table, change }: { column: Column } & Pick<Props, "table" | "change">) {
  const there = table.columns.find(({ source }) => source === column.source);
  if (!there) return null;
  return (
    <TextButton
      aria-label={`Use ${column.title} as ${typeWords[there.type]}`}
      onClick={() => change((before) => setColumn(before, column.id, { type: there.type }))}
    >
      Use it as {typeWords[there.type]}
    </TextButton>
  );
}
