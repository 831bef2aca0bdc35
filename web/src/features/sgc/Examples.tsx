import { Anchor } from "@mantine/core";
import { kinds } from "./kinds";
import classes from "./sgc.module.css";
import { kindWords, type TableKind } from "./words";

/** The address of a table's example. */
export const exampleUrl = (kind: TableKind) => `/examples/sgc-${kind}.csv`;

const tables = kinds.filter((kind): kind is TableKind => kind !== "cohort_description");

/** One small table of each kind, which fit together: to see how they look, or to try the area. */
export function Examples() {
  return (
    <div className={classes.examples}>
      <span>Example files of a cohort of 1,000 people, 400 male and 600 female:</span>
      <ul>
        {tables.map((kind) => (
          <li key={kind}>
            <Anchor href={exampleUrl(kind)} download>
              {kindWords[kind]}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}
