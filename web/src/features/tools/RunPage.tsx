import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useLiveJobs } from "@/api/events";
import { uploadInspectionQuery } from "@/api/files/uploads";
import { cancelJob } from "@/api/job";
import { ofToolRun, type ToolRun, toolRunQuery } from "@/api/tools/tools";
import { formatBytes, formatDateTime } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { TextButton } from "@/ui/action/TextButton";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { JobProgress } from "@/ui/state/JobProgress";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { CheckResult } from "./CheckResult";
import { ConvertResult } from "./ConvertResult";
import { FileDesk } from "./FileDesk";
import { RegisterCard } from "./RegisterCard";
import { answeredColumns, inputOf } from "./steps";
import classes from "./tools.module.css";
import { useRemove } from "./useRemove";
import { useSaid } from "./useSaid";
import { useStart } from "./useStart";
import { atWork, runTitle, underWay } from "./words";

/** With its figures, which come when they are needed. */
const LookResult = late(() => import("./LookResult").then((module) => module.LookResult));

/** One task on one file: its progress, its result, and next steps with the file. */
export function RunPage({ id }: { id: string }) {
  useLiveJobs();
  const answer = useQuery(toolRunQuery(id));
  return (
    <Answered what="the result" answer={answer} frame={onPage} rows={8}>
      {(data) => <Loaded run={data} />}
    </Answered>
  );
}

function Loaded({ run }: { run: ToolRun }) {
  const navigate = useNavigate();
  const remove = useRemove(run, () => void navigate({ to: "/tools" }));
  return (
    <div className={classes.stack}>
      <PageHeader
        title={runTitle(run)}
        sub={`${formatBytes(run.file_bytes)}. Only you can see it. It is not registered, and is deleted on ${formatDateTime(run.expires_at)}.`}
        actions={
          <>
            <ButtonLink to="/tools" variant="default">
              Another file
            </ButtonLink>
            <TextButton danger disabled={remove.busy} onClick={() => void remove.ask()}>
              Remove
            </TextButton>
          </>
        }
      />
      <Result run={run} />
      <GoOn key={run.upload_id} run={run} />
    </div>
  );
}

/** What there is of the result. */
function Result({ run }: { run: ToolRun }) {
  const queries = useQueryClient();
  if (underWay(run)) {
    return (
      <JobProgress
        title={atWork[run.task]}
        job={run.job}
        cancel={{
          action: { allowed: true },
          send: async (jobId) => {
            await cancelJob(jobId);
            await queries.invalidateQueries(ofToolRun(run.id));
          },
        }}
      />
    );
  }
  if (run.status === "failed") {
    return (
      <Notice tone="fail" title="This could not be done">
        {run.error || "The server reported no reason. Start again."}
      </Notice>
    );
  }
  if (run.status === "cancelled") {
    return (
      <Notice tone="warn" title="This was cancelled">
        No result was kept. The file is still here. Start again below.
      </Notice>
    );
  }
  if (run.check) return <CheckResult run={run} check={run.check} />;
  if (run.conversion) return <ConvertResult run={run} conversion={run.conversion} />;
  return run.look ? <LookResult run={run} report={run.look} /> : null;
}

/** The file again with its answers, for the next tool: it is not sent again. */
function GoOn({ run }: { run: ToolRun }) {
  const { upload_id, file_name, file_bytes, answers } = run;
  const answer = useQuery(uploadInspectionQuery(upload_id));
  const { stated, columns: changed, build, say, discard } = useSaid(run);
  const start = useStart(discard);
  const indexing = (
    <ButtonLink to="/minibioindex/new" search={{ kind: "upload", id: upload_id }} size="xs" variant="default">
      Index
    </ButtonLink>
  );
  if (!answer.data) {
    return (
      <Answered
        what="the file"
        answer={answer}
        frame={(state) => <Card title="Continue with the file">{state}</Card>}
        refused={(error) => (
          <>
            <p>{error.message}</p>
            {error.status === 422 && <p>You can still index a plain table. {indexing}</p>}
            {error.status === 404 && <p>The file was deleted. Upload it again to continue.</p>}
          </>
        )}
      >
        {() => null}
      </Answered>
    );
  }
  const inspection = answer.data;
  const columns = changed ?? answeredColumns(inspection, answers);
  const subject = { name: file_name, inspection, columns, build, stated };
  return (
    <FileDesk
      subject={subject}
      size={file_bytes}
      uploadId={upload_id}
      busy={start.isPending}
      error={start.error}
      onColumns={(columns) => say({ columns })}
      onBuild={(build) => say({ build: build ?? "" })}
      onStated={(stated) => say({ stated })}
      onTask={(task) => {
        const input = inputOf(task, subject);
        start.mutate({ ...input, upload_id, answers: { ...answers, ...input.answers } });
      }}
      indexing={indexing}
      foot={<RegisterCard uploadId={upload_id} />}
    />
  );
}
