import { useState } from "react";
import { previewFile } from "@/api/files/sumstats-calls";
import type { PendingUpload } from "@/api/files/uploads";
import { blocking } from "@/lib/sumstats/inspection";
import type { FileUpload } from "@/lib/upload/FileUpload";
import { refusal } from "@/lib/upload/words";
import { messageOf } from "@/ui/state/states";
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
