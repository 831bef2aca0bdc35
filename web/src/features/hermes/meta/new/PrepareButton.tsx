import { Button } from "@mantine/core";
import { useState } from "react";
import { changePrepared, type PreparedMeta, type PreparedMetaInput, prepareMeta } from "@/api/hermes/prepared";
import { toastDone } from "@/ui/dialog/toast";
import { late } from "@/ui/state/late";

const NoteDialog = late(() => import("../prepared/NoteDialog").then((part) => part.NoteDialog));

interface Props {
  choice: Omit<PreparedMetaInput, "note">;
  /** The one that is changed; undefined for a new one. */
  prepared: PreparedMeta | undefined;
  onPrepared: (prepared: PreparedMeta) => void;
}

/** Keeps the choices for a reviewer, with the reason for them. */
export function PrepareButton({ choice, prepared, onPrepared }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{prepared ? "Save changes…" : "Send to reviewers…"}</Button>
      {asking && (
        <NoteDialog
          title={prepared ? `Save ${choice.name}?` : `Send ${choice.name} to the reviewers?`}
          label="Reason for the choice"
          submit={prepared ? "Save changes" : "Send to reviewers"}
          object={prepared ? `change-${prepared.id}` : "prepare"}
          begin={prepared?.note}
          send={(note) => (prepared ? changePrepared(prepared, { ...choice, note }) : prepareMeta({ ...choice, note }))}
          onDone={(kept) => {
            toastDone(
              prepared ? `${kept.name} was changed.` : `${kept.name} was prepared, and the reviewers are notified.`,
            );
            onPrepared(kept);
          }}
          onClose={() => setAsking(false)}
        >
          A reviewer sees your reason, confirms the warnings and starts the run. You can change or withdraw it until
          then.
        </NoteDialog>
      )}
    </>
  );
}
