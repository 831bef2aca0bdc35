import { NumberInput, Select, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type PortalConfig, portalConfigQuery, type QcSettings } from "@/api/hermes/hermes";
import { plural } from "@/lib/format/format";
import { buildName } from "@/lib/sumstats/build";
import { panelPeople } from "@/lib/sumstats/people";

const adjustments = [
  { value: "none", label: "No adjustment" },
  { value: "lambda", label: "Genomic control (λ)" },
  { value: "ldsc", label: "LDSC intercept (needs installed LD scores)" },
];

/** No choice: the server uses the panel of the build and ancestry. */
const automatic = "";

function panelChoices(panels: PortalConfig["panels"]) {
  return [
    { value: automatic, label: "Default for build and ancestry" },
    ...panels.map((panel) => ({
      value: panel.name,
      label: `${panel.name} (${buildName(panel.build)}, ${panelPeople(panel.ancestry)}, ${plural(panel.rows, "variant")})`,
    })),
    { value: "none", label: "None" },
  ];
}

interface Props {
  value: QcSettings;
  onChange: (value: QcSettings) => void;
  errors: Readonly<Record<string, string | undefined>>;
  /** The field to begin at; the first if absent. */
  focus?: "panel" | undefined;
  disabled?: boolean;
}

/** The options of a QC run. */
export function QcSettingsFields({ value, onChange, errors, focus, disabled }: Props) {
  const panels = useQuery(portalConfigQuery).data?.panels ?? [];
  const change = (part: Partial<QcSettings>) => onChange({ ...value, ...part });
  return (
    <>
      <NumberInput
        hideControls
        disabled={disabled}
        label="Maximum frequency difference from the panel"
        description="Rows that differ by this much or more are excluded. Default: 0.2"
        value={value.fd}
        onChange={(fd) => change({ fd: Number(fd) })}
        min={0}
        max={1}
        step={0.01}
        decimalScale={3}
        required
        withAsterisk={false}
        error={errors.fd}
      />
      <Select
        disabled={disabled}
        label="Adjustment shown in the figures"
        description="The clean file always keeps the original values"
        data={adjustments}
        value={value.adj}
        allowDeselect={false}
        onChange={(adj) => change({ adj: (adj ?? "none") as QcSettings["adj"] })}
        error={errors.adj}
      />
      <NumberInput
        hideControls
        disabled={disabled}
        label="Minimum imputation quality"
        description="Empty: the default limit for the score in the file"
        value={value.it ?? ""}
        onChange={(it) => change({ it: it === "" ? null : Number(it) })}
        min={0}
        max={1}
        step={0.05}
        decimalScale={3}
        error={errors.it}
      />
      <Select
        disabled={disabled}
        label="Reference panel"
        description="Used to check frequencies and strands"
        data={panelChoices(panels)}
        value={value.panel ?? automatic}
        allowDeselect={false}
        onChange={(panel) => change({ panel: panel === automatic ? null : panel })}
        error={errors.panel}
        data-autofocus={focus === "panel" || undefined}
      />
      <Switch
        disabled={disabled}
        label="Exclude insertions and deletions"
        checked={value.noind}
        onChange={(event) => change({ noind: event.currentTarget.checked })}
      />
    </>
  );
}
