import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { versionQuery } from "@/api/accounts/session";
import { indexCall } from "@/api/bioindex/rows";
import type { Schemas } from "@/api/client";
import { useLiveJobs } from "@/api/events";
import { previewCall, previewFile } from "@/api/files/sumstats-calls";
import { formatBytes } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import type { Inspection } from "@/lib/sumstats/contract";
import type { Build } from "@/lib/sumstats/inspection";
import { initialMapping, type MappingState } from "@/lib/sumstats/mapping";
import { handOver } from "@/lib/upload/handOver";
import { refusal } from "@/lib/upload/words";
import { ButtonLink } from "@/ui/action/links";
import { WayList } from "@/ui/action/WayList";
import {
  apiReference,
  commands,
  datasetList,
  exampleFile,
  hermesUpload,
  pageBuilder,
  pageGallery,
} from "@/ui/action/ways";
import { Card } from "@/ui/Card";
import { FileDrop } from "@/ui/form/FileDrop";
import { PageHeader } from "@/ui/PageHeader";
import { Answered, onPage } from "@/ui/state/Answered";
import { messageOf } from "@/ui/state/states";
import { UploadCard } from "@/ui/upload/UploadCard";
import { FileDesk } from "./FileDesk";
import { RecentRuns } from "./RecentRuns";
import { StepsCard } from "./StepsCard";
import { anyFile, inputOf } from "./steps";
import type { Stated } from "./study";
import classes from "./tools.module.css";
import { useSend } from "./useSend";

interface Looked {
  file: File;
  inspection: Inspection;
}

const meta = commands.filter(({ command }) => command?.includes("sumstats meta"));

/** What one can do with a file without registering anything: on this server, and with the program on one's own machine. */
export function ToolsPage() {
  useLiveJobs();
  const version = useQuery(versionQuery);
  return (
    <Answered what="the tools" answer={version} frame={onPage}>
      {(limits) => <Tools limits={limits} />}
    </Answered>
  );
}

function Tools({ limits }: { limits: Schemas["Version"] }) {
  const [looked, setLooked] = useState<Looked>();
  const [columns, setColumns] = useState<MappingState>();
  const [build, setBuild] = useState<Build>();
  const [stated, state] = useState<Stated>({});
  const sending = useSend(limits.chunk_bytes);
  const navigate = useNavigate();
  const looking = useMutation({
    mutationFn: async (file: File) => ({ file, inspection: await previewFile(file) }),
    onSuccess: (next) => {
      void sending.forget();
      setLooked(next);
      setColumns(initialMapping(next.inspection));
      setBuild(undefined);
      state({});
    },
  });
  const [refused, setRefused] = useState<string>();

  function choose(file: File) {
    const why = refusal(file, limits.max_upload_bytes);
    setRefused(why);
    if (!why) looking.mutate(file);
  }

  const drop = (
    <FileDrop
      id="tools-file"
      example={looked ? undefined : examples.summaryStatistics}
      label={looked ? "Another file" : "Choose a file"}
      busy={looking.isPending}
      error={refused ?? (looking.error ? messageOf(looking.error) : undefined)}
      onFile={choose}
    >
      {looked ? (
        <p>
          <span className={classes.code}>{looked.file.name}</span>, {formatBytes(looked.file.size)}
        </p>
      ) : (
        <p>
          Summary statistics as your software wrote them, plain or compressed, up to{" "}
          {formatBytes(limits.max_upload_bytes)}. To identify it, only its first 256 kB are uploaded.
        </p>
      )}
    </FileDrop>
  );
  const header = (
    <PageHeader
      title={looked ? "What can this file do?" : undefined}
      sub="Read, check, convert or view a file of results without registering it. Files and results are deleted after one day. The rules match those of upload and command line."
      actions={
        <ButtonLink to="/minibioindex" variant="default">
          Indexes
        </ButtonLink>
      }
    />
  );
  if (!looked || !columns) {
    return (
      <>
        {header}
        <div className={classes.columns}>
          <div className={classes.stack}>
            {drop}
            <RecentRuns />
            <Card title="More on this server">
              <WayList ways={[exampleFile, pageBuilder, pageGallery, hermesUpload, datasetList, apiReference]} />
            </Card>
          </div>
          <div className={classes.stack}>
            <StepsCard
              subject={anyFile}
              actions={{
                index: (
                  <ButtonLink to="/minibioindex/new" size="xs" variant="default">
                    Index
                  </ButtonLink>
                ),
              }}
              calls={{ recognise: previewCall(anyFile.name), index: indexCall({ name: anyFile.name }) }}
            />
            <Card title="With several files">
              <WayList ways={meta} />
            </Card>
          </div>
        </div>
      </>
    );
  }
  const { file, inspection } = looked;
  const subject = { name: file.name, inspection, columns, build, stated };
  return (
    <>
      {header}
      <FileDesk
        subject={subject}
        size={file.size}
        uploadId={sending.state.uploadId}
        busy={sending.busy}
        error={sending.error}
        onColumns={setColumns}
        onBuild={setBuild}
        onStated={state}
        onTask={(task) => sending.send(file, inputOf(task, subject))}
        indexing={
          <ButtonLink
            to="/minibioindex/new"
            size="xs"
            variant="default"
            onClick={(event) => {
              event.preventDefault();
              handOver.leave([file]);
              void navigate({ to: "/minibioindex/new" });
            }}
          >
            Index
          </ButtonLink>
        }
        head={
          <>
            {drop}
            <UploadCard
              state={sending.state}
              onPause={() => void sending.upload.pause()}
              onResume={() => sending.upload.resume()}
              onCancel={() => void sending.forget()}
            />
          </>
        }
        foot={
          <>
            <RecentRuns />
            <Card title="Register the file">
              <WayList ways={[pageBuilder, hermesUpload, datasetList]} />
            </Card>
          </>
        }
      />
    </>
  );
}
