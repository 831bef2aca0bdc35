import { Button, Group } from "@mantine/core";
import { useState } from "react";
import type { DatasetCodes } from "@/api/datasets/datasets";
import { formatCount, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import data from "@/ui/data.module.css";
import { useFirst } from "@/ui/focus/useFirst";
import { Form } from "@/ui/form/FormDialog";
import classes from "./bulk.module.css";
import { CellControl } from "./CellControl";
import { labelOfColumn } from "./columns";
import { lineWords, type ProblemGroup } from "./preview";
import type { Import } from "./useImport";

/** Further ones are shown when asked for. */
const shownAtFirst = 12;

interface Props {
  groups: readonly ProblemGroup[];
  /** The positions of columns in the sheet; undefined if cells cannot be changed here. */
  places: ReadonlyMap<string, number> | undefined;
  codes: DatasetCodes;
  work: Import;
}

/** The problems, each kind once with all its lines, and a control that fixes them together. */
export function ProblemList({ groups, places, codes, work }: Props) {
  const { shown, more } = useFirst(groups, shownAtFirst);
  return (
    <section aria-label="Problems" className={classes.problems}>
      <h3 className={classes.problemsTitle}>
        {plural(groups.length, "problem")} to correct before anything is imported
      </h3>
      <ul className={classes.list}>
        {shown.map((group) => (
          <Problem key={group.key} group={group} places={places} codes={codes} work={work} />
        ))}
      </ul>
      {more && <p className={classes.more}>{more}</p>}
    </section>
  );
}

interface ProblemProps extends Omit<Props, "groups"> {
  group: ProblemGroup;
}

function Problem({ group, places, codes, work }: ProblemProps) {
  const { column, lines } = group;
  const [value, setValue] = useState(group.value);
  const label = labelOfColumn(column);
  const busy = work.run.isPending || work.behind;

  function put(value: string, where: readonly number[]) {
    work.edit(where.map((line) => ({ line, at: places?.get(column), column, value })));
  }

  return (
    <li className={classes.problem}>
      <div className={classes.where}>
        {lineWords(lines)}
        {column && <b>{label}</b>}
      </div>
      <div className={classes.why}>
        {group.value !== "" && <q className={data.mono}>{group.value}</q>} {group.problem}{" "}
        {column === "study" && group.value !== "" && !work.createStudies && (
          <TextButton onClick={() => work.setCreateStudies(true)}>Register studies that do not exist</TextButton>
        )}
        {group.meant && places && <Meant meant={group.meant} lines={lines} busy={busy} onPut={put} />}
      </div>
      {column && places && (
        <Form
          className={classes.mend}
          onSubmit={() => put(value.trim(), lines)}
          aria-label={`Correct ${label}, ${lineWords(lines)}`}
        >
          <CellControl
            column={column}
            codes={codes}
            label={`${label} for ${lineWords(lines).toLowerCase()}`}
            value={value}
            onChange={setValue}
          />
          <Button type="submit" size="xs" variant="default" disabled={busy || value.trim() === group.value}>
            {lines.length === 1 ? "Apply" : `Apply to ${formatCount(lines.length)} lines`}
          </Button>
        </Form>
      )}
    </li>
  );
}

interface MeantProps {
  meant: string;
  lines: readonly number[];
  busy: boolean;
  onPut: (value: string, lines: readonly number[]) => void;
}

/** Takes what was probably meant, in the first line or in all that say the same. */
function Meant({ meant, lines, busy, onPut }: MeantProps) {
  const first = lines.slice(0, 1);
  return (
    <Group gap={8} mt={6}>
      <Button size="xs" variant="light" disabled={busy} onClick={() => onPut(meant, lines)}>
        Use {meant}
        {lines.length > 1 && ` in all ${formatCount(lines.length)} lines`}
      </Button>
      {lines.length > 1 && (
        <Button size="xs" variant="default" disabled={busy} onClick={() => onPut(meant, first)}>
          Only in {lineWords([...first]).toLowerCase()}
        </Button>
      )}
    </Group>
  );
}
