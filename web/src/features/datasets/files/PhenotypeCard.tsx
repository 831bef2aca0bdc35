import { Anchor, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { deletePhenotype } from "@/api/datasets/calls";
import {
  codesQuery,
  type Dataset,
  type DatasetFile,
  type DatasetPhenotype,
  previewQuery,
} from "@/api/datasets/datasets";
import { fileUrl } from "@/api/datasets/urls";
import { formatBytes, formatDateTime, plural } from "@/lib/format/format";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { Answered } from "@/ui/state/Answered";
import { FirstRows } from "@/ui/sumstats/FileFacts";
import { WordTag } from "@/ui/Tag";
import { Sha256 } from "@/ui/upload/Sha256";
import { isJudged, sizeWords } from "../page/words";
import { checkWord, labelOf } from "../words";
import { CredibleSets, Replace } from "./CredibleSets";
import { FileBuild } from "./FileBuild";
import { ConfirmColumns, FileChecks } from "./FileChecks";
import classes from "./files.module.css";
import { recognisedWords } from "./recognised";
import { SizesForm } from "./SizesForm";
import { TaskFile } from "./TaskFile";
import { useChange } from "./useChange";
import type { FileTasks } from "./useFileTasks";
import { Versions } from "./Versions";

interface PhenotypeCardProps {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  tasks: FileTasks;
}

type Open = "sizes" | "build" | "columns" | "replace" | "rows" | "check" | "versions" | "credible";

/** One registered phenotype with its file, its check and its credible sets. */
export function PhenotypeCard({ dataset, phenotype, tasks }: PhenotypeCardProps) {
  const [open, setOpen] = useState<Open>();
  const { file, description } = phenotype;
  const close = () => setOpen(undefined);
  const coming = tasks.tasks.find(({ purpose }) => purpose.kind === "version" && purpose.pid === phenotype.id);
  const check = file?.check;
  const asks = check?.status === "questions";
  return (
    <Card title={description || phenotype.phenotype} aside={check && <WordTag {...checkWord(check)} />}>
      <Stack gap={12}>
        <div className={classes.about}>
          {phenotype.phenotype !== description && `${phenotype.phenotype} · `}
          {sizeWords(phenotype)}
          {!file && !coming && " · no file yet"}
        </div>
        {file && <CurrentFile datasetId={dataset.id} file={file} />}
        <Actions dataset={dataset} phenotype={phenotype} open={open} onOpen={setOpen} coming={coming !== undefined} />
        {open === "sizes" && <SizesForm dataset={dataset} phenotype={phenotype} onDone={close} />}
        {open === "build" && file && <FileBuild key={check?.id} dataset={dataset} file={file} />}
        {coming && <TaskFile task={coming} tasks={tasks} onRemove={() => void tasks.cancel(coming)} />}
        {(open === "replace" || !file) && !coming && (
          <Replace
            id={`replace-${phenotype.id}`}
            label={file ? "Choose the new version" : "Choose its file"}
            tasks={tasks}
            purpose={{ kind: "version", pid: phenotype.id }}
            onDone={close}
          />
        )}
        {open === "versions" && <Versions datasetId={dataset.id} parentId={phenotype.id} />}
        {open === "rows" && file && <Rows datasetId={dataset.id} file={file} />}
        {open === "columns" && file && <ConfirmColumns key={check?.id} datasetId={dataset.id} file={file} />}
        {(open === "check" || asks) && file && <FileChecks key={check?.id} datasetId={dataset.id} file={file} />}
        <CredibleSets
          dataset={dataset}
          phenotype={phenotype}
          tasks={tasks}
          adding={open === "credible"}
          onAdded={close}
        />
      </Stack>
    </Card>
  );
}

function CurrentFile({ datasetId, file }: { datasetId: string; file: DatasetFile }) {
  const codes = useQuery(codesQuery).data;
  return (
    <div>
      <Anchor href={fileUrl(datasetId, file.id)} download={file.file_name} className={classes.fileName}>
        {file.file_name}
      </Anchor>{" "}
      <span className={classes.about}>
        {formatBytes(file.size)} · {labelOf(codes?.genome_build, file.genome_build)} · version {file.version} · sent{" "}
        {formatDateTime(file.uploaded_at)} by {file.uploaded_by}
      </span>
      <Sha256 value={file.sha256} />
    </div>
  );
}

interface ActionsProps {
  dataset: Dataset;
  phenotype: DatasetPhenotype;
  open: Open | undefined;
  onOpen: (part: Open | undefined) => void;
  /** Another version is on its way. */
  coming: boolean;
}

function Actions({ dataset, phenotype, open, onOpen, coming }: ActionsProps) {
  const { remove } = useChange();
  const { file, versions } = phenotype;
  const name = phenotype.description || phenotype.phenotype;
  const part = (key: Open, label: string) => (
    <TextButton onClick={() => onOpen(open === key ? undefined : key)}>{label}</TextButton>
  );
  const judged = file?.check && !["queued", "running", "questions"].includes(file.check.status);
  return (
    <Group gap="4px 16px" fz={13}>
      {part("sizes", "Edit sizes")}
      {file && !coming && part("replace", "Replace file")}
      {file && part("build", "Set genome build")}
      {isJudged(file?.check) && part("columns", "Change columns")}
      {file && part("rows", open === "rows" ? "Hide the first rows" : "First rows")}
      {judged && part("check", open === "check" ? "Hide check results" : "Check results")}
      {versions > 1 && part("versions", `Versions (${versions})`)}
      {part("credible", "Add a credible set")}
      <TextButton
        danger
        onClick={() =>
          remove({
            title: `Delete ${name}?`,
            children: `Its file${versions > 1 ? ` in ${versions} versions` : ""} and ${plural(phenotype.credible_sets.length, "credible set")} are removed, and links to them stop working.`,
            confirm: "Delete phenotype",
            send: () => deletePhenotype(dataset.id, phenotype.id),
            done: `${name} was deleted.`,
          })
        }
      >
        Delete
      </TextButton>
    </Group>
  );
}

function Rows({ datasetId, file }: { datasetId: string; file: DatasetFile }) {
  const preview = useQuery(previewQuery(datasetId, file.id));
  return (
    <Answered what="the first rows" answer={preview} rows={4} safe="The file itself is safe.">
      {(data) => (
        <>
          <p className={classes.about}>{recognisedWords(data)}</p>
          <FirstRows inspection={data} />
        </>
      )}
    </Answered>
  );
}
