import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";
import type { HermesUpload, QcRun, QcSettings } from "@/api/hermes/hermes";
import { ApiError } from "@/lib/api-error";
import { Modal } from "@/ui/dialog/Modal";
import { Notice } from "@/ui/state/Notice";
import { messageOf } from "@/ui/state/states";
import { WithdrawalNotice } from "../review/withdrawal";
import { QcSettingsFields } from "./QcSettingsFields";
import { useRerun } from "./useRerun";

interface Props {
  upload: HermesUpload;
  settings: QcSettings;
  /** The field to begin at; the first if absent. */
  focus?: "panel" | undefined;
  onClose: () => void;
  onStarted: (run: QcRun) => void;
}

/** The settings of another QC run; warns before it withdraws an acceptance. */
export function RerunDialog({ upload, settings, focus, onClose, onStarted }: Props) {
  const [form, setForm] = useState<QcSettings>(settings);
  const start = useRerun(upload, onStarted);
  const problems = Object.fromEntries(
    start.error instanceof ApiError ? start.error.fields.map(({ field, message }) => [field, message]) : [],
  );
  const elsewhere = start.error && !(start.error instanceof ApiError && start.error.fields.length > 0);

  return (
    <Modal opened onClose={onClose} title="Run QC again" size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate(form);
        }}
      >
        <Stack gap="md">
          <WithdrawalNotice withdrawal={upload.withdrawal} />
          <QcSettingsFields value={form} onChange={setForm} errors={problems} focus={focus} />
          {elsewhere && (
            <Notice tone="fail" alert>
              {messageOf(start.error)} Nothing was started.
            </Notice>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={start.isPending}>
              {upload.withdrawal ? "Withdraw acceptance and run QC" : "Run QC"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
