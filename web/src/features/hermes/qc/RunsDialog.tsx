import { NativeSelect, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HermesUpload, type QcRun, runQuery } from "@/api/hermes/hermes";
import { formatCount, formatDateTime } from "@/lib/format/format";
import shared from "@/ui/data.module.css";
import { Modal } from "@/ui/dialog/Modal";
import { Answered } from "@/ui/state/Answered";
import { ScrollRegion } from "@/ui/table/ScrollRegion";
import { useFieldWords } from "../useFieldWords";
import classes from "./qc.module.css";
import { type QcReport, readReport } from "./report";
import { type Difference, differences, parts } from "./runDifferences";

interface Props {
  upload: HermesUpload;
  /** Completed runs, newest first; at least two. */
  runs: QcRun[];
  onClose: () => void;
}

const label = (run: QcRun) => `Run ${run.number}, ${formatDateTime(run.created_at)}`;

/** Two runs of a file beside each other: only what differs is listed. */
export function RunsDialog({ upload, runs, onClose }: Props) {
  const [chosen, setChosen] = useState([runs[1]?.id ?? "", runs[0]?.id ?? ""] as const);
  const [one, other] = chosen;
  const choices = runs.map((run) => ({ value: run.id, label: label(run) }));
  return (
    <Modal opened onClose={onClose} title="QC runs side by side" size="xl">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <NativeSelect
            label="One run"
            data={choices}
            value={one}
            onChange={({ currentTarget: { value } }) => setChosen([value, other])}
          />
          <NativeSelect
            label="The other"
            data={choices}
            value={other}
            onChange={({ currentTarget: { value } }) => setChosen([one, value])}
          />
        </SimpleGrid>
        <Beside upload={upload.id} one={one} other={other} />
      </Stack>
    </Modal>
  );
}

function Beside({ upload, one, other }: { upload: string; one: string; other: string }) {
  const first = useQuery(runQuery(upload, one));
  const second = useQuery(runQuery(upload, other));
  return (
    <Answered what="the one report" answer={first}>
      {({ report: a }) => (
        <Answered what="the other report" answer={second}>
          {({ report: b }) => a && b && <Differences a={a} b={b} />}
        </Answered>
      )}
    </Answered>
  );
}

function Differences({ a, b }: { a: QcReport; b: QcReport }) {
  const { differ, same } = differences(readReport(a), readReport(b), useFieldWords());
  if (differ.length === 0) return <p>Both agree in all {formatCount(same)} points.</p>;
  return (
    <>
      <ScrollRegion label="Differences, table">
        <table className={`${shared.table} ${classes.besides}`}>
          <thead>
            <tr>
              <th scope="col">Difference</th>
              <th scope="col">One run</th>
              <th scope="col">The other</th>
            </tr>
          </thead>
          {parts.map((part) => (
            <Part key={part} part={part} differ={differ.filter((one) => one.part === part)} />
          ))}
        </table>
      </ScrollRegion>
      <p className={shared.faint}>{formatCount(same)} points are the same in both.</p>
    </>
  );
}

function Part({ part, differ }: { part: string; differ: Difference[] }) {
  if (differ.length === 0) return null;
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={classes.besidesPart}>
          {part}
        </th>
      </tr>
      {differ.map(({ name, values: [left, right] }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>{left}</td>
          <td>{right}</td>
        </tr>
      ))}
    </tbody>
  );
}
