import { Button, Group, Stack, VisuallyHidden } from "@mantine/core";
import type { Change, Replacement } from "@/api/sgc/sgc";
import { formatCount, plural } from "@/lib/format/format";
import type { StatusWord } from "@/lib/status";
import { saveText } from "@/lib/text/csv";
import data from "@/ui/data.module.css";
import { confirm } from "@/ui/dialog/confirm";
import { Notice } from "@/ui/state/Notice";
import { WordTag } from "@/ui/Tag";
import { type DataColumn, DataTable } from "@/ui/table/DataTable";
import { People } from "../../People";
import { kindWords, type TableKind } from "../../words";
import { type ChangeState, changesCsv, changeWords, nameOf, replacementWords, stateOf } from "./replacement";

/** Shows what a table changes before it counts, and asks whether it shall. */
export function confirmReplacement(kind: TableKind, replaces: Replacement, validated: boolean): Promise<boolean> {
  return confirm({
    title: `Replace ${kindWords[kind].toLowerCase()}?`,
    children: <ReplacementChanges kind={kind} replaces={replaces} validated={validated} />,
    confirm: "Replace the current table",
    cancel: "Go back",
    wide: true,
  });
}

interface Props {
  kind: TableKind;
  replaces: Replacement;
  validated: boolean;
}

const tags: Record<ChangeState, StatusWord> = {
  gone: { tone: "fail", word: "Disappears" },
  changed: { tone: "warn", word: "Changes" },
  new: { tone: "info", word: "New" },
};

/** Rows of a page of the question; all of them can be saved. */
const shown = 200;

type NumberName = "cases" | "controls";

/** The numbers that differ between a new file of counts and the one that it would replace. */
export function ReplacementChanges({ kind, replaces, validated }: Props) {
  const { changes, other_pairs } = replaces;
  const numbers: { name: NumberName; words: string }[] = kind.startsWith("cases")
    ? [
        { name: "cases", words: "cases" },
        { name: "controls", words: "controls" },
      ]
    : [{ name: "cases", words: "people with both" }];
  return (
    <Stack gap={12}>
      <div>
        Compared with the current table, {replacementWords(replaces)}. The consortium totals change by the same numbers.
        The current table is kept as a version.
      </div>
      {validated && (
        <Notice tone="warn">
          The cohort is validated. Replacing the table withdraws this until you validate again.
        </Notice>
      )}
      {other_pairs > 0 && (
        <Notice tone="warn">
          {plural(other_pairs, "pair")} of the co-occurrence {other_pairs === 1 ? "is" : "are"} hidden differently,
          because hiding depends on the cases. Send the co-occurrence again afterwards.
        </Notice>
      )}
      <Sums replaces={replaces} numbers={numbers} />
      {changes.length > 0 && <Rows changes={changes.slice(0, shown)} numbers={numbers} />}
      <Group gap={8}>
        {changes.length > shown && <span>{formatCount(changes.length - shown)} more rows, with smaller changes.</span>}
        <Button
          size="xs"
          variant="default"
          onClick={() => saveText(`${kind}-changes.csv`, changesCsv(replaces))}
          disabled={changes.length === 0}
        >
          Export the changes
        </Button>
      </Group>
    </Stack>
  );
}

interface NumbersProps {
  numbers: readonly { name: NumberName; words: string }[];
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function Sums({ replaces: { before, after }, numbers }: NumbersProps & { replaces: Replacement }) {
  const rows = [
    { name: "Rows", before: formatCount(before.rows), after: formatCount(after.rows) },
    ...numbers.map(({ name, words }) => ({
      name: capital(words),
      before: <People count={before[name]} />,
      after: <People count={after[name]} />,
    })),
  ];
  return (
    <DataTable
      label="Whole table"
      columns={[
        { label: "In all", names: true, cell: ({ name }) => name },
        { label: "Now", kind: "number", value: undefined, cell: (row) => row.before },
        { label: "Then", kind: "number", value: undefined, cell: (row) => row.after },
      ]}
      rows={rows}
      rowKey={({ name }) => name}
    />
  );
}

function Rows({ changes, numbers }: NumbersProps & { changes: readonly Change[] }) {
  const columns: DataColumn<Change>[] = [
    { label: "Row", cell: (change) => <WordTag {...tags[stateOf(change)]} /> },
    { label: "Phenotype", names: true, kind: "mono", cell: nameOf },
    ...numbers.map(
      ({ name, words }): DataColumn<Change> => ({
        label: capital(words),
        kind: "number",
        value: ({ before, after }) => (after?.[name].low ?? 0) - (before?.[name].low ?? 0),
        cell: (change) => <FromTo change={change} name={name} />,
      }),
    ),
  ];
  return <DataTable label="Changes" columns={columns} rows={changes} rowKey={nameOf} tall />;
}

/** "100 → 10 −90 %". */
function FromTo({ change: { before, after }, name }: { change: Change; name: NumberName }) {
  const words = changeWords(before?.[name], after?.[name]);
  return (
    <>
      {before ? <People count={before[name]} /> : "–"} <span aria-hidden="true">→</span>
      <VisuallyHidden component="span"> then</VisuallyHidden> {after ? <People count={after[name]} /> : "–"}
      {words && <span className={data.faint}> {words}</span>}
    </>
  );
}
