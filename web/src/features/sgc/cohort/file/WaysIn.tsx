import { Box, Button, Group, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { countsQuery } from "@/api/sgc/sgc";
import { formatBytes, plural } from "@/lib/format/format";
import { saveText } from "@/lib/text/csv";
import { Card } from "@/ui/Card";
import data from "@/ui/data.module.css";
import { FileDrop } from "@/ui/form/FileDrop";
import { Notice } from "@/ui/state/Notice";
import { exampleUrl } from "../../Examples";
import { kindWords, type TableKind } from "../../words";
import { aboutKind, fieldsOf } from "./fields";
import classes from "./file.module.css";
import { newGrid } from "./grid";
import { isPairs, pairsToFill } from "./pairs";
import { toTsv } from "./tsv";
import type { FileWork } from "./useFileWork";

/** What the server takes, known before the first byte is sent. */
const bytes = 8_000_000;
export const largest = { bytes, words: formatBytes(bytes) };

const emptyRows = 8;

interface WaysInProps {
  cohortId: string;
  kind: TableKind;
  work: FileWork;
  /** Of a file that is to be replaced: leaves it. */
  onCancel?: () => void;
}

/** Three ways in, one validator: a file, a paste from a spreadsheet, or typing into an empty table. */
export function WaysIn({ cohortId, kind, work, onCancel }: WaysInProps) {
  const toFill = usePairsToFill(cohortId, kind);
  const pairs = toFill ?? noPairs;
  const [pasting, setPasting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState(false);

  async function choose(file: File) {
    setProblem(undefined);
    if (file.size > largest.bytes) {
      setProblem(`${file.name} is larger than ${largest.words}. Nothing was sent. Check your choice.`);
      return;
    }
    if (file.size === 0) {
      setProblem(`${file.name} is empty.`);
      return;
    }
    setReading(true);
    try {
      // Held here, so that it can be sent again when the file on the disk is gone or changed.
      const body = new Blob([await file.arrayBuffer()]);
      work.open({ name: file.name, body, latin1: false });
    } catch {
      setProblem(`${file.name} cannot be read from your disk. Choose it again.`);
    } finally {
      setReading(false);
    }
  }

  function typeHere() {
    const header = fieldsOf(kind).map((field) => field.key);
    const rows = pairs.length > 0 ? pairs : Array.from({ length: emptyRows }, () => header.map(() => ""));
    const mapping = Object.fromEntries(header.map((name) => [name, name]));
    work.type(newGrid(header, rows), mapping, `${kind}.tsv`, pairs.length > 0);
  }

  return (
    <Card title={`Submit: ${kindWords[kind]}`}>
      <p className={classes.about}>
        {aboutKind(kind)} {toFill && pairsWords(kind, pairs.length)}
      </p>
      {work.kept && (
        <KeptNote name={work.kept.name}>
          <Button size="xs" onClick={() => work.kept && work.resume(work.kept)}>
            Go on with it
          </Button>
          <Button size="xs" variant="default" onClick={work.discard}>
            Discard it
          </Button>
        </KeptNote>
      )}
      {pasting ? (
        <Paste kind={kind} work={work} onCancel={() => setPasting(false)} />
      ) : (
        <>
          <FileDrop
            id={`file-${kind}`}
            example={exampleUrl(kind)}
            label="Choose a file"
            accept=".csv,.tsv,.txt,.tab,.xlsx,.gz,.zip,.zst,.bz2"
            busy={reading}
            error={problem}
            onFile={(file) => void choose(file)}
          >
            CSV, TSV, semicolons or XLSX (the first sheet), up to {largest.words}. It is checked immediately. Nothing is
            kept until you accept it.
          </FileDrop>
          <Group justify="center" gap={8} mt={10} c="var(--co-muted)">
            <span>Or</span>
            <Button variant="default" onClick={() => setPasting(true)}>
              Paste from a spreadsheet
            </Button>
            <Button variant="default" onClick={typeHere}>
              {pairs.length > 0 ? `Type into a table of ${plural(pairs.length, "pair")}` : "Type into a table"}
            </Button>
            {pairs.length > 0 && (
              <Button variant="default" onClick={() => savePairs(kind, pairs)}>
                Download the pairs to fill in
              </Button>
            )}
            {onCancel && (
              <Button variant="subtle" onClick={onCancel}>
                Keep the current file
              </Button>
            )}
          </Group>
        </>
      )}
    </Card>
  );
}

const noPairs: string[][] = [];

/**
 * The pairs of the cohort's submitted cases for the same sex; undefined for other tables, and while
 * unknown.
 */
function usePairsToFill(cohortId: string, kind: TableKind): string[][] | undefined {
  const { data } = useQuery({ ...countsQuery(cohortId), enabled: isPairs(kind) });
  return useMemo(() => data && pairsToFill(kind, data), [data, kind]);
}

function pairsWords(kind: TableKind, pairs: number): string {
  const cases = kindWords[kind.endsWith("female") ? "cases_controls_female" : "cases_controls_male"].toLowerCase();
  return pairs > 0
    ? `The phenotypes that have cases in “${cases}” make ${plural(pairs, "pair")}. Enter only their numbers. Pairs without a number are ignored.`
    : `Submit “${cases}” first. The pairs of its phenotypes then appear here.`;
}

function savePairs(kind: TableKind, pairs: string[][]) {
  const header = fieldsOf(kind).map((field) => field.key);
  saveText(`${kind}.tsv`, toTsv(header, pairs), "text/tab-separated-values");
}

function KeptNote({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box mb={12}>
      <Notice tone="info" title="An edited table was not submitted">
        {name} is kept in this tab with all edits.
        <Group gap={8} mt={10}>
          {children}
        </Group>
      </Notice>
    </Box>
  );
}

function Paste({ kind, work, onCancel }: { kind: TableKind; work: FileWork; onCancel: () => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();

  function check() {
    if (text.trim() === "") {
      setError("Paste the cells with their header first.");
      return;
    }
    const body = new Blob([text.endsWith("\n") ? text : `${text}\n`], { type: "text/plain;charset=utf-8" });
    if (body.size > largest.bytes) setError(`This is larger than ${largest.words}. Check the copied cells.`);
    else work.open({ name: `${kind} (pasted).tsv`, body, latin1: false });
  }

  return (
    <>
      <Textarea
        label="Cells of the spreadsheet"
        description="Copy the table with its header and paste it here"
        placeholder={fieldsOf(kind)
          .map((field) => field.key)
          .join("\t")}
        autosize
        minRows={8}
        maxRows={16}
        classNames={{ input: data.mono }}
        value={text}
        error={error}
        data-autofocus
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <Group justify="center" gap={8} mt={10} c="var(--co-muted)">
        <Button onClick={check}>Check the pasted table</Button>
        <Button variant="default" onClick={onCancel}>
          Back
        </Button>
      </Group>
    </>
  );
}
