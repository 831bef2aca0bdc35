import { Button, Group } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { putFile, type SentFile } from "@/api/sgc/calls";
import { cohortConflicts } from "@/api/sgc/refusals";
import { type Cohort, cohortChanged } from "@/api/sgc/sgc";
import { Card } from "@/ui/Card";
import { toastDone } from "@/ui/dialog/toast";
import { FileDrop } from "@/ui/form/FileDrop";
import { messageOf } from "@/ui/state/states";
import classes from "../cohort.module.css";
import { CurrentFile, Versions } from "./CurrentFile";
import fileClasses from "./file.module.css";
import { largest } from "./WaysIn";

const kind = "cohort_description";

/** The free-form description: a document that people read. */
export function DescriptionTask({ cohort, onAccepted }: { cohort: Cohort; onAccepted: () => void }) {
  const queries = useQueryClient();
  const [replacing, setReplacing] = useState(false);
  const [chosen, setChosen] = useState<SentFile>();
  const [problem, setProblem] = useState<string>();
  const versions = cohort.files.filter((file) => file.kind === kind);
  const current = versions.find((file) => file.current);
  const send = useMutation({
    mutationFn: (file: SentFile) => putFile(cohort.id, kind, cohort.version, file),
    onSuccess: async (accepted) => {
      setChosen(undefined);
      setReplacing(false);
      toastDone("The description was accepted.");
      onAccepted();
      await cohortChanged(queries, accepted.cohort);
    },
    onError: (error) => {
      const again = cohortConflicts(queries, error) ? " Send it again to submit it." : "";
      setProblem(`${messageOf(error)}${again}`);
    },
  });

  async function choose(file: File) {
    setProblem(undefined);
    if (file.size > largest.bytes) {
      setProblem(`${file.name} is larger than ${largest.words}. Nothing was sent.`);
      return;
    }
    const body = await file.arrayBuffer().catch(() => undefined);
    if (!body) {
      setProblem(`${file.name} cannot be read from your disk. Choose it again.`);
      return;
    }
    const sent = { body: new Blob([body]), name: file.name };
    setChosen(sent);
    send.mutate(sent);
  }

  return (
    <div className={classes.main}>
      {current && (
        <CurrentFile cohort={cohort} file={current}>
          {!replacing && (
            <Button variant="default" onClick={() => setReplacing(true)}>
              Replace…
            </Button>
          )}
        </CurrentFile>
      )}
      {(!current || replacing) && (
        <Card title="Submit: Description">
          <p className={fileClasses.about}>
            A document that describes the cohort: recruitment, sources of the diagnoses, and notes for readers of the
            counts.
          </p>
          <FileDrop
            id="file-description"
            example={undefined}
            label="Choose a document"
            accept=".pdf,.docx,.xlsx,.txt,.md,.csv,.tsv"
            busy={send.isPending}
            error={problem}
            onFile={(file) => void choose(file)}
          >
            PDF, DOCX, XLSX or text in UTF-8, up to {largest.words}.
          </FileDrop>
          <Group justify="center" gap={8} mt={10} c="var(--co-muted)">
            {problem && chosen && !send.isPending && (
              <Button onClick={() => send.mutate(chosen)}>Send {chosen.name} again</Button>
            )}
            {current && (
              <Button variant="subtle" onClick={() => setReplacing(false)}>
                Keep the current file
              </Button>
            )}
          </Group>
        </Card>
      )}
      <Versions cohortId={cohort.id} files={versions} />
    </div>
  );
}
