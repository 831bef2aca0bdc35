import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import type { User } from "@/api/accounts/session";
import type { Schemas } from "@/api/client";
import { ApiError } from "@/lib/api-error";
import { formatBytes, plural } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { handOver } from "@/lib/upload/handOver";
import { isUnderWay } from "@/lib/upload/state";
import { AnchorLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { DraftNote } from "@/ui/form/DraftNote";
import { FileDrop } from "@/ui/form/FileDrop";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { PageHeader } from "@/ui/PageHeader";
import { late } from "@/ui/state/late";
import { Notice } from "@/ui/state/Notice";
import { RowsSkeleton } from "@/ui/state/Skeletons";
import { messageOf } from "@/ui/state/states";
import type { Choices } from "../upload/StudyField";
import classes from "./bulk.module.css";
import { SheetCard } from "./SheetCard";
import { type Batch, useBatch } from "./useBatch";
import { stateWords } from "./words";

const SharedCard = late(() => import("./SharedCard").then((part) => part.SharedCard));
const FilesCard = late(() => import("./FilesCard").then((part) => part.FilesCard));

interface BulkPageProps {
  version: Schemas["Version"];
  user: User;
  choices: Choices;
  docs: Schemas["FieldDoc"][];
}

/** Several files at once, each to become a submission. */
export function BulkPage({ version, user, choices, docs }: BulkPageProps) {
  const limits = { ...version, ...choices.config.batch };
  const batch = useBatch(user.id, limits, docs);
  const [refused, setRefused] = useState<string[]>([]);
  const { rows, submitting } = batch;
  const ready = rows.filter((row) => row.ready).length;
  const open = rows.filter(({ state }) => state !== "done").length;
  const take = (files: readonly File[]) => setRefused(batch.choose(files));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what the page before left
  useEffect(() => {
    const files = handOver.take();
    if (files.length > 0) take(files);
  }, []);
  useLeaveWarning({
    when: [...batch.states.values()].some(isUnderWay),
    title: "Leave while files are uploading?",
    children:
      "The upload stops. Uploaded parts and your input are kept: come back to this page and choose the files again to continue.",
  });

  return (
    <>
      <PageHeader
        sub={<SubLine batch={batch} />}
        actions={
          <Button loading={submitting.busy} disabled={ready === 0} onClick={() => void submitting.submit()}>
            {ready === open ? "Submit all" : `Submit ${ready} of ${plural(open, "file")}`}
          </Button>
        }
      />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Failures batch={batch} />
          <FileDrop
            id="batch-files"
            label="Choose files"
            example={examples.summaryStatistics}
            multiple
            compact={rows.length > 0}
            error={refused.length > 0 ? refused.join(" ") : undefined}
            onFile={(file) => take([file])}
            onFiles={take}
          >
            <p>
              One file of summary statistics for each submission, up to {limits.files} at once and{" "}
              {formatBytes(limits.max_upload_bytes)} each. They upload while you describe them.{" "}
              {rows.length === 0 && <AnchorLink to="/hermes/new">One file alone</AnchorLink>}
            </p>
          </FileDrop>
          {rows.length > 0 && (
            <FilesCard batch={batch} choices={choices} docs={docs} meanwhile={<Arriving rows={rows.length} />} />
          )}
        </div>
        <div className={classes.side}>
          <SheetCard batch={batch} limits={choices.config.batch} />
          <SharedCard
            shared={batch.shared}
            choices={choices}
            onShared={batch.setShared}
            meanwhile={<Arriving rows={6} />}
          />
        </div>
      </div>
    </>
  );
}

/** A card whose code is still on its way. */
function Arriving({ rows }: { rows: number }) {
  return (
    <Card>
      <RowsSkeleton rows={rows} />
    </Card>
  );
}

/** How many files there are, and what they wait for. */
function SubLine({ batch }: { batch: Batch }) {
  const { rows, savedAt, startOver } = batch;
  const counts = Object.entries(stateWords)
    .map(([state, words]) => ({ words, count: rows.filter((row) => row.state === state).length }))
    .filter(({ count }) => count > 0);
  if (rows.length === 0 && savedAt === undefined) return "Each file becomes a separate submission";
  return (
    <>
      {[plural(rows.length, "file"), ...counts.map(({ words, count }) => `${count} ${words.many}`)].join(" · ")}
      {savedAt !== undefined && (
        <>
          {" · "}
          <DraftNote
            savedAt={savedAt}
            question="The list and your input are removed. Uploaded parts stay on the server until they expire. Submissions are kept."
            onStartOver={() => {
              batch.queue.stop();
              startOver();
            }}
          />
        </>
      )}
    </>
  );
}

function Failures({ batch: { check, submitting } }: { batch: Batch }) {
  const error = submitting.failure ?? check.error;
  if (!error) return null;
  const reference = error instanceof ApiError ? error.requestId : "";
  return (
    <Notice
      tone="fail"
      title={submitting.failure ? "Not everything was submitted" : "Your input could not be checked"}
      alert
    >
      {messageOf(error)} Your input and uploads are kept. Submitted files stay submitted.{" "}
      {reference && `Reference ${reference}. `}
      {!submitting.failure && (
        <Button variant="default" size="compact-sm" onClick={check.again}>
          Try again
        </Button>
      )}
    </Notice>
  );
}
