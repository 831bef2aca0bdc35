import { Tooltip, VisuallyHidden } from "@mantine/core";
import type { SortState } from "@/lib/engine/engine";
import { own } from "@/lib/own";
import type { PageProps } from "./page";
import classes from "./page.module.css";

interface Props extends PageProps {
  columns: readonly string[];
  titles: ReadonlyMap<string, string>;
  numeric: ReadonlySet<string>;
}

/** Headings sort: once upwards, once downwards, then as the page begins. Their tips come with pointer and focus. */
export function TableHead({ document, state, onState, columns, titles, numeric }: Props) {
  const sort = state.sort ?? document.table.sort;
  return (
    <thead>
      <tr>
        {document.star && (
          <th scope="col" className={classes.narrow}>
            <VisuallyHidden>Star</VisuallyHidden>
          </th>
        )}
        {columns.map((id) => (
          <th
            key={id}
            scope="col"
            className={numeric.has(id) ? classes.number : undefined}
            aria-sort={sortWord(sort, id)}
          >
            <Heading
              title={titles.get(id) ?? id}
              tip={own(document.tips, id)}
              sign={signs[sortWord(sort, id)]}
              onSort={() => onState({ ...state, page: 1, sort: nextSort(state.sort, id) })}
            />
          </th>
        ))}
        {document.groups.map(({ id, title }) => (
          <th key={id} scope="col">
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const signs = { ascending: "↑", descending: "↓", none: "" } as const;

function sortWord(sort: SortState | undefined, id: string): keyof typeof signs {
  if (sort?.column !== id) return "none";
  return sort.descending ? "descending" : "ascending";
}

/** Upwards, downwards, then as the page begins. */
export function nextSort(sort: SortState | undefined, column: string): SortState | undefined {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? undefined : { column, descending: true };
}

interface HeadingProps {
  title: string;
  tip: string | undefined;
  sign: string;
  onSort: () => void;
}

function Heading({ title, tip, sign, onSort }: HeadingProps) {
  const button = (
    <button type="button" className={tip ? classes.sortTip : classes.sort} onClick={onSort}>
      {title} <span aria-hidden="true">{sign}</span>
    </button>
  );
  if (!tip) return button;
  return (
    <Tooltip label={tip} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      {button}
    </Tooltip>
  );
}
