import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useMemo, useState } from "react";
import { z } from "zod/mini";
import { discardUpload, uploadServer } from "@/api/files/uploads";
import { type Installation, installReference, referenceQuery } from "@/api/server/reference";
import type { DraftKind } from "@/lib/browser/draft";
import { formatBytes } from "@/lib/format/format";
import { useAccountId } from "@/lib/permission";
import { isUnderWay } from "@/lib/upload/state";
import { Card } from "@/ui/Card";
import { ErrorSummary, summaryOf } from "@/ui/form/ErrorSummary";
import { FileDrop } from "@/ui/form/FileDrop";
import { draftShape, handedInOnce, partsOf, placeAt } from "@/ui/form/record";
import { useHandingIn } from "@/ui/form/useHandingIn";
import { useLeaveWarning } from "@/ui/form/useLeaveWarning";
import { useRecordForm } from "@/ui/form/useRecordForm";
import { UploadCard } from "@/ui/upload/UploadCard";
import { useFileUpload } from "@/ui/upload/useUploads";
import classes from "./reference.module.css";
import { asked, type Said, SaidFields, types } from "./SaidFields";
import { fileWords } from "./words";

interface Props {
  /** A refused file that is still on the server. */
  again?: Installation;
  ancestries: readonly string[];
  /** Bytes. */
  largest: number;
  chunkBytes: number;
  onClose: () => void;
}

const begin: Said = { type: "panel", name: "", ancestry: "", build: "", to: "", column: "", version: "", licence: "" };
const fields = ["type", "name", "ancestry", "build", "to", "column", "version", "licence"] as const;

const text = z.string();
const shape = draftShape(
  z.object({
    type: z.enum(types),
    name: text,
    ancestry: text,
    build: text,
    to: text,
    column: text,
    version: text,
    licence: text,
  }),
);
const draft: DraftKind<z.infer<typeof shape>> = { name: "reference", version: 1, shape };

/** The description of a file; `arrived` is whether the file is uploaded. */
function kindOf(arrived: boolean) {
  return handedInOnce({
    ...partsOf<Said>(...fields),
    draft,
    check: ({ type, ancestry }: Said) => ({
      ...(arrived ? {} : { file: "Upload a file first." }),
      ...(asked[type].includes("ancestry") && !ancestry ? { ancestry: "Choose the population of the file." } : {}),
    }),
    place: (error) => placeAt(error, [...fields, "file"]),
  });
}

/**
 * Uploads a file with its description; the server checks it completely. Missing values are read
 * from the file.
 */
export function InstallForm({ again, ancestries, largest, chunkBytes, onClose }: Props) {
  const queries = useQueryClient();
  const [server] = useState(() => uploadServer(queries));
  const { state, upload } = useFileUpload(server, chunkBytes);
  const id = again?.id ?? (state.phase === "stored" ? state.uploadId : undefined);
  useLeaveWarning({
    when: isUnderWay(state),
    title: "Leave this page?",
    children: "The upload stops. Choose the same file again to continue.",
  });
  const form = useRecordForm(
    useMemo(() => kindOf(id !== undefined), [id]),
    { account: useAccountId(), object: again?.id ?? "new" },
    { held: undefined, empty: { ...begin, ...again?.said } },
  );
  const installing = useHandingIn(form, {
    send: ({ type, name, version, licence, ...said }) => {
      const of = Object.fromEntries(asked[type].map((field) => [field, said[field]]));
      return installReference({ upload_id: id ?? "", type, name, version, licence, ...of });
    },
    onDone: async (_, sent) => {
      form.handedIn(sent);
      await queries.invalidateQueries({ queryKey: referenceQuery.queryKey });
      onClose();
    },
  });
  const { values, errors } = form;
  const change = (part: Partial<Said>) => form.change((before) => ({ ...before, ...part }), ...Object.keys(part));

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!installing.busy && form.ready()) installing.submit();
  }

  /** What was said of the file stays. */
  async function discard() {
    const { uploadId } = state;
    await upload.stop();
    if (uploadId) await discardUpload(uploadId).catch(() => undefined); // the rest expires
  }

  async function close() {
    await discard();
    onClose();
  }

  return (
    <Card className={classes.card} title={again ? `Install ${again.file_name} again` : "Install a file"}>
      <form onSubmit={submit} noValidate>
        {form.attempt > 0 && (
          <ErrorSummary items={summaryOf(form, "reference", "Nothing was installed.")} attempt={form.attempt} />
        )}
        {!again && state.phase === "idle" && (
          <FileDrop
            id="reference-file"
            example={undefined}
            label="Choose a file"
            error={errors.file}
            onFile={(file) => void upload.start(file)}
          >
            {fileWords[values.type]} At most {formatBytes(largest)}.
          </FileDrop>
        )}
        <UploadCard
          state={state}
          onPause={() => void upload.pause()}
          onResume={() => upload.resume()}
          onCancel={() => void discard()}
        />
        <SaidFields values={values} errors={errors} ancestries={ancestries} onChange={change} />
        <div className={classes.buttons}>
          <Button type="submit" loading={installing.busy}>
            Check and install
          </Button>
          <Button variant="default" onClick={() => void close()}>
            Cancel
          </Button>
        </div>
      </form>
    </Card>
  );
}
