import { Button } from "@mantine/core";
import { useId } from "react";
import type { Schemas } from "@/api/client";
import { formatBytes, formatCount, plural } from "@/lib/format/format";
import { blocking, buildWords, formatWords } from "@/lib/sumstats/inspection";
import { ButtonLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { confirm } from "@/ui/dialog/confirm";
import { Tag } from "@/ui/Tag";
import { UploadLine } from "@/ui/upload/UploadLine";
import type { Choices } from "../upload/StudyField";
import { valuesOf } from "./batch";
import classes from "./bulk.module.css";
import { Problems } from "./Problems";
import { RowDetail } from "./RowDetail";
import type { Batch, Row } from "./useBatch";
import { stateWords } from "./words";

interface FileRowProps {
  row: Row;
  batch: Batch;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** One file: its format, its upload, its future name, and its problems. */
export function FileRow({ row, batch, choices, docs, open, onOpen }: FileRowProps) {
  const { file, state, questions, problems } = row;
  const { made } = file;
  const id = useId();
  const words = stateWords[state];
  const upload = batch.states.get(file.name);
  return (
    <li className={classes.row} aria-labelledby={`${id}-name`}>
      <div className={classes.rowHead}>
        <div className={classes.what}>
          <strong id={`${id}-name`} className={classes.fileName}>
            {file.name}
          </strong>
          <div className={classes.note}>{factsOf(row)}</div>
        </div>
        <div className={classes.called}>
          <CalledLine row={row} batch={batch} choices={choices} />
        </div>
        <div className={classes.state}>
          <Tag tone={words.tone}>{words.one}</Tag>
        </div>
        <RowActions row={row} batch={batch} open={open} onOpen={onOpen} detail={`${id}-detail`} />
      </div>
      {!made && upload && upload.phase !== "idle" && upload.phase !== "stored" && (
        <UploadLine
          state={upload}
          onPause={() => batch.queue.pause(file.name)}
          onResume={() => batch.queue.resume(file.name)}
          onCancel={() => void askAndRemove(row, batch)}
        />
      )}
      {!made && <Complaints row={row} batch={batch} />}
      {questions > 0 && !open && (
        <p className={classes.asks}>
          {plural(questions, "question")} about its columns.{" "}
          <TextButton onClick={() => onOpen(true)}>Answer</TextButton>
        </p>
      )}
      {!open && row.state !== "unreadable" && problems.length > 0 && (
        <Problems problems={problems} file={file.name} batch={batch} />
      )}
      <div id={`${id}-detail`}>
        {open && !made && <RowDetail row={row} batch={batch} choices={choices} docs={docs} />}
      </div>
    </li>
  );
}

interface RowActionsProps extends Pick<FileRowProps, "row" | "batch" | "open" | "onOpen"> {
  /** The id of what opens. */
  detail: string;
}

function RowActions({ row, batch, open, onOpen, detail }: RowActionsProps) {
  const { file } = row;
  const { made } = file;
  return (
    <div className={classes.rowActions}>
      {made ? (
        <ButtonLink to="/hermes/qc/$id" params={{ id: made.id }} variant="light" size="xs">
          Report
        </ButtonLink>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-expanded={open}
          aria-controls={detail}
          aria-label={`${open ? "Close" : "Details of"} ${file.name}`}
          onClick={() => onOpen(!open)}
        >
          {open ? "Close" : "Details"}
        </Button>
      )}
      <TextButton danger={!made} onClick={() => void (made ? batch.drop(file.name) : askAndRemove(row, batch))}>
        {made ? "Hide" : "Remove"}
      </TextButton>
    </div>
  );
}

async function askAndRemove({ file }: Row, batch: Batch) {
  const yes = await confirm({
    title: `Remove ${file.name}?`,
    children: "The uploaded part and your input for it are deleted. Your own copy is not changed.",
    confirm: "Remove it",
    danger: true,
  });
  if (yes) await batch.remove(file);
}

function factsOf({ file }: Row): string {
  const { inspection } = file;
  const facts = [formatBytes(file.size)];
  if (inspection) facts.push(formatWords(inspection), buildWords(inspection) ?? "build cannot be inferred");
  return facts.join(" · ");
}

/** A count with its thousands separated; other texts as they were typed. */
function counted(text: string): string {
  return /^\d+$/.test(text) ? formatCount(Number(text)) : text;
}

/** The name of the future submission, and the facts that distinguish it from other rows. */
function CalledLine({ row: { file }, batch, choices }: Pick<FileRowProps, "row" | "batch" | "choices">) {
  const values = valuesOf(file, batch.shared);
  const { ancestries } = choices.config;
  const facts = [
    choices.phenotypes.find(({ name }) => name === values.phenotype)?.description ?? values.phenotype,
    values.sex,
    ancestries.find(({ value }) => value === values.ancestry)?.label ?? values.ancestry,
    values.totalSampleSize && `N ${counted(values.totalSampleSize)}`,
    values.cases && `${counted(values.cases)} ${values.cases === "1" ? "case" : "cases"}`,
  ];
  const name = file.made?.name ?? values.dataSetName;
  return (
    <>
      <div>{name || <span className={classes.note}>No name yet</span>}</div>
      <div className={classes.note}>{facts.filter(Boolean).join(" · ")}</div>
    </>
  );
}

/** Why the file cannot be read, or was not registered. */
function Complaints({ row: { file, state }, batch }: Pick<FileRowProps, "row" | "batch">) {
  const { unread, refused } = batch.seenOf(file.name);
  const sentences = [
    unread,
    ...(file.inspection ? blocking(file.inspection).map(({ message }) => message) : []),
    refused && refused.fields.length === 0 && `${refused.message} Reference ${refused.requestId}.`,
    state === "again" && "A browser cannot open a file by itself: choose it again to continue the upload.",
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <div className={state === "again" ? classes.asks : classes.failure} role={refused ? "alert" : undefined}>
      {sentences.join(" ")}
    </div>
  );
}
