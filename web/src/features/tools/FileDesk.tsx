import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { indexCall } from "@/api/bioindex/rows";
import { columnsQuery } from "@/api/files/sumstats";
import { previewCall } from "@/api/files/sumstats-calls";
import { type ToolTask, toolCall } from "@/api/tools/tools";
import type { Inspection } from "@/lib/sumstats/contract";
import { type Build, guessedBuild } from "@/lib/sumstats/inspection";
import type { MappingState } from "@/lib/sumstats/mapping";
import { GuardedButton } from "@/ui/action/GuardedButton";
import { Card } from "@/ui/Card";
import { late } from "@/ui/state/late";
import { FileFindings, FirstRows } from "@/ui/sumstats/FileFacts";
import { Questions } from "@/ui/sumstats/Questions";
import { MetadataCard } from "./MetadataCard";
import { NotStarted } from "./NotStarted";
import { RecognisedCard } from "./RecognisedCard";
import { StepsCard } from "./StepsCard";
import { answersOf, hindrance, inputOf, type Subject, schemaOf } from "./steps";
import type { Stated } from "./study";
import classes from "./tools.module.css";

interface Props {
  subject: Subject & { inspection: Inspection; columns: MappingState };
  /** Bytes, where they are known. */
  size?: number;
  /** Of the file, once it has arrived. */
  uploadId?: string;
  busy: boolean;
  /** Why a task could not be started. */
  error: Error | null;
  onColumns: (columns: MappingState) => void;
  onBuild: (build: Build | undefined) => void;
  onStated: (stated: Stated) => void;
  onTask: (task: ToolTask) => void;
  indexing: ReactNode;
  /** Above what was recognised. */
  head?: ReactNode;
  /** Below it. */
  foot?: ReactNode;
}

const buttons: Record<ToolTask, string> = { check: "Check", convert: "Convert", look: "Look" };

/** The mapping of the registration, where what was recognised has to be changed. */
const ColumnsTable = late(() => import("@/ui/sumstats/ColumnsTable").then((module) => module.ColumnsTable));

/** A file on the desk: what was recognised and asked, and every step with its button, its command and its call. */
export function FileDesk({ subject, size, uploadId, busy, error, onTask, indexing, head, foot, ...change }: Props) {
  const { inspection, columns } = subject;
  const docs = useQuery(columnsQuery).data?.items ?? [];
  const [mapping, map] = useState(false);
  const button = (task: ToolTask) => {
    const reason = hindrance(task, subject);
    return (
      <GuardedButton
        size="xs"
        variant={task === "check" ? "filled" : "default"}
        action={{ allowed: !busy && reason === undefined, reason: busy ? "The file is uploading." : reason }}
        onClick={() => onTask(task)}
      >
        {buttons[task]}
      </GuardedButton>
    );
  };
  const call = (task: ToolTask) => toolCall({ upload_id: uploadId ?? "…", ...inputOf(task, subject) });
  return (
    <div className={classes.columns}>
      {mapping && (
        <div className={classes.whole}>
          <ColumnsTable
            inspection={inspection}
            docs={docs}
            state={columns}
            errors={{}}
            onState={change.onColumns}
            meanwhile={<Card title="Columns">Reading the columns</Card>}
          />
        </div>
      )}
      <div className={classes.stack}>
        {head}
        {error && <NotStarted error={error} />}
        <Questions inspection={inspection} state={columns} onState={change.onColumns} />
        {!guessedBuild(inspection) && <BuildCard build={subject.build} onBuild={change.onBuild} />}
        <RecognisedCard inspection={inspection} columns={columns} docs={docs} onChange={() => map(!mapping)} />
        <MetadataCard stated={subject.stated ?? {}} error={error} onStated={change.onStated} />
        <FileFindings inspection={inspection} asked />
        {foot}
      </div>
      <div className={classes.stack}>
        <StepsCard
          subject={subject}
          actions={{ check: button("check"), convert: button("convert"), look: button("look"), index: indexing }}
          calls={{
            recognise: previewCall(subject.name, size),
            check: call("check"),
            convert: call("convert"),
            look: call("look"),
            index: indexCall({
              name: subject.name,
              uploadId,
              schema: schemaOf(subject),
              genome_build: answersOf(subject).genome_build,
            }),
          }}
        />
        <FirstRows inspection={inspection} />
      </div>
    </div>
  );
}

/** Asked if the positions do not show it. */
function BuildCard({ build, onBuild }: { build: Build | undefined; onBuild: (build: Build | undefined) => void }) {
  return (
    <Card title="The file does not state its genome build">
      <NativeSelect
        label="Genome build of the positions"
        description="Required to view the file. Written into a converted file."
        value={build ?? ""}
        onChange={(event) => onBuild((event.currentTarget.value || undefined) as Build | undefined)}
        data={[
          { value: "", label: "Not known" },
          { value: "hg19", label: "GRCh37 (hg19)" },
          { value: "grch38", label: "GRCh38 (hg38)" },
        ]}
      />
    </Card>
  );
}
