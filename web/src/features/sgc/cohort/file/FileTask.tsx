import { Button } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { fetchSgcFile } from "@/api/sgc/files";
import { type Cohort, sgcFilePath } from "@/api/sgc/sgc";
import { plural } from "@/lib/format/format";
import { toastDone, toastError } from "@/ui/dialog/toast";
import { kindWords, type TableKind } from "../../words";
import classes from "../cohort.module.css";
import type { TaskState } from "../TaskList";
import { CurrentFile, Versions } from "./CurrentFile";
import { FindingsCard } from "./FindingsCard";
import { type Found, locate, suggestionsOf } from "./findings";
import { GridCard } from "./GridCard";
import { type Place, replaceAll } from "./grid";
import { MappingCard } from "./MappingCard";
import { isWhole } from "./sent";
import { type FileWork, useFileWork } from "./useFileWork";
import { WaysIn } from "./WaysIn";
import { WorkCard } from "./WorkCard";

interface FileTaskProps {
  cohort: Cohort;
  kind: TableKind;
  userId: string;
  /** The state of the work on a new table; undefined without one. */
  onState: (kind: TableKind, state: TaskState | undefined) => void;
  onAccepted: () => void;
}

function stateOf({ work, result }: FileWork): TaskState | undefined {
  if (!work) return undefined;
  if (!result) return { sign: "open", words: "being checked" };
  const { blocking } = result.check.report;
  if (blocking > 0) return { sign: "attention", words: `${plural(blocking, "problem")} to correct` };
  return { sign: "attention", words: "checked, not accepted" };
}

const start: Place = { row: 0, column: 0 };
const nothing: readonly Found[] = [];

/** One table of counts, from a local file to the consortium's acceptance. */
export function FileTask({ cohort, kind, userId, onState, onAccepted }: FileTaskProps) {
  const file = useFileWork(cohort, kind, userId);
  const [replacing, setReplacing] = useState(false);
  const [active, setActive] = useState(start);
  const [focus, setFocus] = useState(0);
  const { work, result } = file;
  const versions = cohort.files.filter((one) => one.kind === kind);
  const current = versions.find((one) => one.current);

  const state = stateOf(file);
  const stateKey = JSON.stringify(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is told when its words change
  useEffect(() => onState(kind, state), [kind, stateKey, onState]);

  const grid = work?.edits?.grid;
  const header = grid?.header;
  const found = useMemo(
    () => (result && header ? locate(result.check.report.findings, header, result.lines) : nothing),
    [result, header],
  );
  const cut = result !== undefined && !work?.edited && !isWhole(result.check);

  function go(one: Found) {
    const row = grid?.rows.findIndex((other) => other.id === one.rowId) ?? -1;
    if (row < 0) return;
    setActive({ row, column: one.at ?? 0 });
    setFocus(focus + 1);
  }

  function fix(some: readonly Found[]) {
    if (grid) file.edit(replaceAll(grid, suggestionsOf(some)));
  }

  async function editStored() {
    if (!current) return;
    try {
      const body = await fetchSgcFile(sgcFilePath(cohort.id, kind, current.version));
      file.open({ name: current.file_name, body, latin1: false });
    } catch (error) {
      toastError(`${current.file_name} could not be opened`, error);
    }
  }

  function accepted() {
    setReplacing(false);
    setActive(start);
    toastDone(`${kindWords[kind]}: the table was accepted.`);
    onAccepted();
  }

  return (
    <div className={classes.main}>
      {work ? (
        <WorkCard kind={kind} file={file} work={work} validated={cohort.validated} onAccepted={accepted} />
      ) : (
        current && (
          <CurrentFile cohort={cohort} file={current}>
            <Button variant="default" onClick={() => void editStored()}>
              Edit the table
            </Button>
            {!replacing && (
              <Button variant="default" onClick={() => setReplacing(true)}>
                Replace…
              </Button>
            )}
          </CurrentFile>
        )
      )}
      {!work && (!current || replacing || file.kept) && (
        <WaysIn
          cohortId={cohort.id}
          kind={kind}
          work={file}
          onCancel={current && replacing ? () => setReplacing(false) : undefined}
        />
      )}
      {work && result && work.mapping && (
        <MappingCard kind={kind} check={result.check} mapping={work.mapping} onMapping={file.map} />
      )}
      {work && result && (
        <FindingsCard
          name={work.source.name}
          check={result.check}
          found={found}
          onFix={cut ? undefined : fix}
          onGo={go}
        />
      )}
      {work?.edits && (
        <GridCard
          kind={kind}
          file={file}
          work={{ ...work, edits: work.edits }}
          found={found}
          cut={cut}
          active={active}
          onActive={setActive}
          focus={focus}
          onFocus={() => setFocus(focus + 1)}
          onFix={fix}
        />
      )}
      {!work && <Versions cohortId={cohort.id} files={versions} />}
    </div>
  );
}
