import { Button } from "@mantine/core";
import type { Change, Replacement } from "@/api/sgc";
import { saveText } from "@/lib/csv";
import { formatCount, plural } from "@/lib/format";
import { confirm } from "@/ui/confirm";
import data from "@/ui/data.module.css";
import { Notice } from "@/ui/Notice";
import { Tag } from "@/ui/Tag";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { People } from "../../People";
import { kindWords, type TableKind } from "../../words";
import classes from "./file.module.css";
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

const tags: Record<ChangeState, { tone: "fail" | "warn" | "info"; word: string }> = {
  gone: { tone: "fail", word: "Disappears" },
  changed: { tone: "warn", word: "Changes" },
  new: { tone: "info", word: "New" },
};

/** Rows of a page of the question; all of them can be saved. */
const shown = 200;

type NumberName = "cases" | "controls";

export function ReplacementChanges({ kind, replaces, validated }: Props) {
  const { changes, other_pairs } = replaces;
  const numbers: { name: NumberName; words: string }[] = kind.startsWith("cases")
    ? [
        { name: "cases", words: "cases" },
        { name: "controls", words: "controls" },
      ]
    : [{ name: "cases", words: "people with both" }];
  return (
    <div className={classes.replacement}>
      <p className={classes.plain}>
        Compared with what is kept, {replacementWords(replaces)}. The totals of the consortium change by the same
        numbers. The current table stays as a version.
      </p>
      {validated && (
        <Notice tone="warn">The cohort is validated; that is withdrawn until it is validated again.</Notice>
      )}
      {other_pairs > 0 && (
        <Notice tone="warn">
          {plural(other_pairs, "pair")} of the co-occurrence {other_pairs === 1 ? "is" : "are"} kept differently, as
          what they hide depends on the cases. Send the co-occurrence again afterwards.
        </Notice>
      )}
      <Sums replaces={replaces} numbers={numbers} />
      {changes.length > 0 && <Rows changes={changes.slice(0, shown)} numbers={numbers} />}
      <div className={classes.actions}>
        {changes.length > shown && <span>{formatCount(changes.length - shown)} more rows, with smaller changes.</span>}
        <Button
          size="xs"
          variant="default"
          onClick={() => saveText(`${kind}-changes.csv`, changesCsv(replaces))}
          disabled={changes.length === 0}
        >
          Export the changes
        </Button>
      </div>
    </div>
  );
}

interface NumbersProps {
  numbers: readonly { name: NumberName; words: string }[];
}

function Sums({ replaces: { before, after }, numbers }: NumbersProps & { replaces: Replacement }) {
  return (
    <ScrollRegion label="The table in all" className={data.scroll}>
      <table className={data.table}>
        <thead>
          <tr>
            <th scope="col">In all</th>
            <th scope="col" className={data.number}>
              Now
            </th>
            <th scope="col" className={data.number}>
              Then
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Rows</th>
            <td className={data.number}>{formatCount(before.rows)}</td>
            <td className={data.number}>{formatCount(after.rows)}</td>
          </tr>
          {numbers.map(({ name, words }) => (
            <tr key={name}>
              <th scope="row">{words.charAt(0).toUpperCase() + words.slice(1)}</th>
              <td className={data.number}>
                <People count={before[name]} />
              </td>
              <td className={data.number}>
                <People count={after[name]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Rows({ changes, numbers }: NumbersProps & { changes: readonly Change[] }) {
  return (
    <ScrollRegion label="What changes" className={classes.changes}>
      <table className={data.table}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Phenotype</th>
            {numbers.map(({ name, words }) => (
              <th key={name} scope="col" className={data.number}>
                {words.charAt(0).toUpperCase() + words.slice(1)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => {
            const { tone, word } = tags[stateOf(one)];
            return (
              <tr key={nameOf(one)}>
                <td>
                  <Tag tone={tone}>{word}</Tag>
                </td>
                <th scope="row" className={data.mono}>
                  {nameOf(one)}
                </th>
                {numbers.map(({ name }) => (
                  <td key={name} className={data.number}>
                    <FromTo change={one} name={name} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** "100 → 10 −90 %". */
function FromTo({ change: { before, after }, name }: { change: Change; name: NumberName }) {
  const words = changeWords(before?.[name], after?.[name]);
  return (
    <>
      {before ? <People count={before[name]} /> : "–"} <span aria-hidden="true">→</span>
      <span className={classes.hidden}> then</span> {after ? <People count={after[name]} /> : "–"}
      {words && <span className={classes.faint}> {words}</span>}
    </>
  );
}
