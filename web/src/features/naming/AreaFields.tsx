import { Stack, TextInput } from "@mantine/core";
import type { ConsortiumInput } from "@/api/consortium";
import { Card } from "@/ui/Card";
import type { FieldErrors } from "@/ui/form/record";
import { LogoField } from "./LogoField";

type Areas = ConsortiumInput["areas"];

interface Props {
  areas: Areas;
  errors: FieldErrors;
  /** `field` is the one that was changed: "areas.0.name". */
  onChange: (areas: Areas, field: string) => void;
}

/** The content of each area, by its name in the program. */
const contents = {
  hermes: "Summary statistics and meta-analyses",
  sgc: "Case and control counts",
  datasets: "Studies, data sets, tools and pages",
};

/** Name, purpose and logo of each area. */
export function AreaFields({ areas, errors, onChange }: Props) {
  return areas.map((area, at) => {
    const set = (part: "name" | "purpose" | "logo", value: string) =>
      onChange(
        areas.map((one, i) => (i === at ? { ...one, [part]: value } : one)),
        `areas.${at}.${part}`,
      );
    return (
      <Card key={area.area} title={`Area: ${contents[area.area]}`}>
        <Stack gap="md">
          <TextInput
            id={`consortium-areas.${at}.name`}
            label="Name of the area"
            description="At most 24 characters"
            value={area.name}
            error={errors[`areas.${at}.name`]}
            onChange={(event) => set("name", event.currentTarget.value)}
          />
          <TextInput
            id={`consortium-areas.${at}.purpose`}
            label="Purpose"
            description="One line, at most 160 characters"
            value={area.purpose}
            error={errors[`areas.${at}.purpose`]}
            onChange={(event) => set("purpose", event.currentTarget.value)}
          />
          <LogoField
            id={`consortium-areas.${at}.logo`}
            label={`Logo of ${area.name}`}
            value={area.logo}
            error={errors[`areas.${at}.logo`]}
            onChange={(logo) => set("logo", logo)}
          />
        </Stack>
      </Card>
    );
  });
}
