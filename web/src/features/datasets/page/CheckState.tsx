import { Button, Group } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { answersOf, apiKey, reread } from "@/api/api-query";
import { createCheck } from "@/api/datasets/calls";
import { type Dataset, type DatasetFile, datasetQuery } from "@/api/datasets/datasets";
import { cancelJob } from "@/api/job";
import { ButtonLink } from "@/ui/action/links";
import { useDeeds } from "@/ui/action/useDeeds";
import { JobProgress } from "@/ui/state/JobProgress";
import { Notice } from "@/ui/state/Notice";
import { isAtWork } from "./words";

interface Props {
  dataset: Dataset;
  file: DatasetFile;
}

/** The state of a file's check if there is more to show than its verdict. */
export function CheckState({ dataset, file }: Props) {
  const { check } = file;
  if (!check) return <Unchecked dataset={dataset} file={file} />;
  if (isAtWork(check)) {
    return (
      <JobProgress
        title={`Check of ${file.file_name}`}
        job={check.job}
        startedAt={check.created_at}
        cancel={{ action: dataset.can.edit ? { allowed: true } : undefined, send: cancelJob }}
        result="its findings"
      />
    );
  }
  switch (check.status) {
    case "questions":
      return <Questions dataset={dataset} />;
    case "foreign":
      return (
        <Notice tone="info" title="Not a table of summary statistics">
          {check.error || "The file is kept and can be downloaded, but has no figures."}
        </Notice>
      );
    case "cancelled":
    case "broken":
      return (
        <Notice tone={check.status === "broken" ? "fail" : "info"} title={stopped[check.status]}>
          {check.status === "broken" && check.error} The file itself is safe.
          <CheckAgain dataset={dataset} file={file} label="Check again" />
        </Notice>
      );
    default:
      return null;
  }
}

function Unchecked({ dataset, file }: Props) {
  return (
    <Notice tone="info" title="Not checked">
      {file.genome_build === "n/a"
        ? "The genome build of this file is not set, so positions cannot be checked. To check it, choose GRCh37 (hg19) or GRCh38 (hg38) under Edit, for the data set or for this file."
        : "This file was not checked on its genome build."}
      <CheckAgain dataset={dataset} file={file} label="Check it now" />
    </Notice>
  );
}

function Questions({ dataset }: { dataset: Dataset }) {
  return (
    <Notice tone="warn" title="The check has questions about the columns">
      Some columns need confirmation.{" "}
      {dataset.can.edit ? "Answer once, and the check continues." : `${dataset.owner} or a co-owner can answer.`}
      {dataset.can.edit && (
        <Group gap={8} mt={10}>
          <ButtonLink to="/datasets/$id" params={{ id: dataset.id }} search={{ edit: true, step: "files" }}>
            Answer the questions
          </ButtonLink>
        </Group>
      )}
    </Notice>
  );
}

const stopped = { cancelled: "The check was cancelled", broken: "The check failed" };

function CheckAgain({ dataset, file, label }: Props & { label: string }) {
  const queries = useQueryClient();
  const { run, busy } = useDeeds();
  const filters = [
    { queryKey: datasetQuery(dataset.id).queryKey },
    answersOf("/api/datasets/{id}/files", { id: dataset.id }),
    { queryKey: apiKey("/api/datasets/{id}/files/{fid}", { id: dataset.id, fid: file.id }) },
  ];
  const again = () =>
    run({
      call: () => createCheck(dataset.id, file.id),
      after: () => reread(queries, ...filters),
      failed: "The check did not start",
    });
  if (!dataset.can.edit || file.genome_build === "n/a") return null;
  return (
    <Group gap={8} mt={10}>
      <Button variant="default" loading={busy} onClick={again}>
        {label}
      </Button>
    </Group>
  );
}
