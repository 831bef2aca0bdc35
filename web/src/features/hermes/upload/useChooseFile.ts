import { useState } from "react";
import type { PendingUpload } from "@/api/hermes";
import { formatBytes } from "@/lib/format";
import { messageOf } from "@/ui/states";
import { previewFile } from "./calls";
import type { FileUpload } from "./FileUpload";
import { blocking } from "./inspection";
import type { ChosenFile, Wizard } from "./wizard";

interface ChooseFileOptions {
  wizard: Wizard;
  upload: FileUpload;
  /** Bytes. */
  largest: number;
  pending: PendingUpload[];
  /** The file that must be chosen to go on with an upload. */
  expected?: ChosenFile & { id: string };
}

/** Why a file cannot be taken, before any of it is sent. */
export function refusal(file: ChosenFile, largest: number, expected?: ChosenFile): string | undefined {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > largest) {
    return `${file.name} has ${formatBytes(file.size)}; this server takes files of up to ${formatBytes(largest)}. Compress it with gzip, or leave out columns that are not needed.`;
  }
  if (expected && (file.name !== expected.name || file.size !== expected.size)) {
    return `This is not the file that was begun: ${expected.name} with ${formatBytes(expected.size)} is needed. To send another one, discard that upload in the list of data sets.`;
  }
  return undefined;
}

/** Looks at the first bytes of a file and, unless something blocks it, starts to send it at once. */
export function useChooseFile({ wizard, upload, largest, pending, expected }: ChooseFileOptions) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function choose(file: File) {
    const refused = refusal(file, largest, expected);
    setError(refused);
    if (refused) return;
    setBusy(true);
    try {
      const inspection = await previewFile(file);
      wizard.inspected(inspection, { name: file.name, size: file.size });
      if (blocking(inspection).length > 0) return;
      const held = pending.find((other) => other.file_name === file.name && other.size === file.size);
      const id = expected?.id ?? held?.id;
      if (held?.complete && held.id === id) upload.adopt(held);
      else await upload.start(file, id);
    } catch (cause) {
      setError(`${file.name}: ${messageOf(cause)}`);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, choose };
}
