import type { ReactNode } from "react";
import type { Inspection } from "@/api/hermes/hermes";
import { formatBytes } from "@/lib/format/format";
import { examples } from "@/lib/route/examples";
import { blocking } from "@/lib/sumstats/inspection";
import { AnchorLink } from "@/ui/action/links";
import { FileDrop } from "@/ui/form/FileDrop";
import { HelpLink } from "@/ui/help/HelpLink";
import { FileFacts, FileFindings, FirstRows } from "@/ui/sumstats/FileFacts";
import type { ChosenFile } from "./wizard";

export const fileInputId = "upload-file";

interface StepFileProps {
  /** Bytes. */
  largest: number;
  file?: ChosenFile;
  inspection?: Inspection;
  /** The file that an earlier visit began to send; the same one must be chosen. */
  expected?: ChosenFile;
  /** A file is being sent or stored; another one can only be chosen after cancelling. */
  held: boolean;
  busy: boolean;
  error?: string;
  onFile: (file: File) => void;
  /** Several files that are chosen together. */
  onFiles: (files: File[]) => void;
  /** The questions about the file, and its missing values. */
  children?: ReactNode;
}

/** Step 1: the file, and what was recognised in it. */
export function StepFile(props: StepFileProps) {
  const { largest, file, inspection, expected, held, busy, error, onFile, onFiles, children } = props;
  // Why a file cannot be used comes first, and nothing is asked about it.
  const refused = inspection && blocking(inspection).length > 0 && (
    <FileFindings inspection={inspection} asked title="This file cannot be used" />
  );
  return (
    <>
      {!held && (
        <FileDrop
          id={fileInputId}
          label={expected ? `Choose ${expected.name} again` : "Choose a file"}
          busy={busy}
          example={expected ? undefined : examples.summaryStatistics}
          error={error}
          onFile={onFile}
          onFiles={expected ? undefined : onFiles}
        >
          {expected ? (
            <p>
              A browser cannot open a file by itself. Choose {expected.name} ({formatBytes(expected.size)}) again to
              continue the upload.
            </p>
          ) : (
            <p>
              A table with one variant per line, as your software wrote it, plain or compressed with gzip, up to{" "}
              {formatBytes(largest)}. No renaming or reordering needed.{" "}
              <HelpLink to="accepted" about="Accepted columns" />{" "}
              <AnchorLink to="/hermes/new/bulk" inherit underline="always">
                Several files at once
              </AnchorLink>
            </p>
          )}
        </FileDrop>
      )}
      {refused}
      {file && inspection && <FileFacts file={file} inspection={inspection} />}
      {!refused && children}
      {!refused && inspection && <FileFindings inspection={inspection} asked />}
      {inspection && <FirstRows inspection={inspection} />}
    </>
  );
}
