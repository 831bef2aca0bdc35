import { Button, Group, NumberInput, Select, Stack, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type HermesUpload, type PortalConfig, portalConfigQuery, type QcRun, type QcSettings } from "@/api/hermes";
import { ApiError } from "@/lib/api-error";
import { plural } from "@/lib/format";
import { buildName } from "@/lib/sumstats/build";
import { panelPeople } from "@/lib/sumstats/people";
import { Modal } from "@/ui/Modal";
import { Notice } from "@/ui/Notice";
import { messageOf } from "@/ui/states";
import { useRerun, withdraws } from "./useRerun";

interface Props {
  upload: HermesUpload;
  settings: QcSettings;
  /** The field to begin at; the first if absent. */
  focus?: "panel" | undefined;
  onClose: () => void;
  onStarted: (run: QcRun) => void;
}

const adjustments = [
  { value: "none", label: "No adjustment" },
  { value: "lambda", label: "Genomic control (λ)" },
  { value: "ldsc", label: "LDSC intercept (needs installed LD scores)" },
];

/** Stands for no choice: the server takes the panel of the build and ancestry. */
const automatic = "";

function panelChoices(panels: PortalConfig["panels"]) {
  return [
    { value: automatic, label: "The one for the build and ancestry, if installed" },
    ...panels.map((panel) => ({
      value: panel.name,
      label: `${panel.name} (${buildName(panel.build)}, ${panelPeople(panel.ancestry)}, ${plural(panel.rows, "variant")})`,
    })),
    { value: "none", label: "None: nothing is compared" },
  ];
}

/** Asks for the settings of another QC run; says beforehand when it withdraws an approval. */
export function RerunDialog({ upload, settings, focus, onClose, onStarted }: Props) {
  const [form, setForm] = useState<QcSettings>(settings);
  const panels = useQuery(portalConfigQuery).data?.panels ?? [];
  const start = useRerun(upload.id, onStarted);
  const change = (part: Partial<QcSettings>) => setForm((now) => ({ ...now, ...part }));
  const problemOf = (field: string) =>
    start.error instanceof ApiError ? start.error.fields.find((entry) => entry.field === field)?.message : undefined;
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
          {upload.status === "REVIEW APPROVED" && (
            <Notice tone="warn" title="This file is accepted">
              {withdraws}
            </Notice>
          )}
          <NumberInput
            label="Maximum frequency difference from the panel"
            description="Rows that differ by this much or more are left out; 0.2 unless there is a reason"
            value={form.fd}
            onChange={(value) => change({ fd: Number(value) })}
            min={0}
            max={1}
            step={0.01}
            decimalScale={3}
            required
            withAsterisk={false}
            error={problemOf("fd")}
          />
          <Select
            label="Adjustment shown in the figures"
            description="The clean file always keeps the numbers as they were sent"
            data={adjustments}
            value={form.adj}
            allowDeselect={false}
            onChange={(value) => change({ adj: (value ?? "none") as QcSettings["adj"] })}
            error={problemOf("adj")}
          />
          <NumberInput
            label="Minimum imputation quality"
            description="Empty: the usual limit for the kind of score in the file"
            value={form.it ?? ""}
            onChange={(value) => change({ it: value === "" ? null : Number(value) })}
            min={0}
            max={1}
            step={0.05}
            decimalScale={3}
            error={problemOf("it")}
          />
          <Select
            label="Reference panel"
            description="Frequencies and strands are compared with it"
            data={panelChoices(panels)}
            value={form.panel ?? automatic}
            allowDeselect={false}
            onChange={(value) => change({ panel: value === automatic ? null : value })}
            error={problemOf("panel")}
            data-autofocus={focus === "panel" || undefined}
          />
          <Switch
            label="Leave insertions and deletions out"
            checked={form.noind}
            onChange={(event) => change({ noind: event.currentTarget.checked })}
          />
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
              Run QC
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
