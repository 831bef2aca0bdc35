import { NativeSelect } from "@mantine/core";
import type { BioIndexPreview } from "@/api/bioindex/bioindex";
import type { FieldErrors } from "@/ui/form/record";
import classes from "../bioindex.module.css";
import type { Definition } from "./definition";

interface Props {
  preview: BioIndexPreview;
  values: Definition;
  errors: FieldErrors;
  onChange: (next: (before: Definition) => Definition, ...mended: string[]) => void;
}

type Place = "chromosome" | "start" | "end";

const places: readonly { field: Place; label: string; description: string }[] = [
  { field: "chromosome", label: "Chromosome", description: "Location of rows. Leave empty for keys only." },
  { field: "start", label: "Position, or start of a region", description: "In base pairs" },
  { field: "end", label: "End of a region", description: "Leave empty if a row is one position" },
];

/** Keys and places, column by column. All values are given together, in this order. */
export function OwnSchema({ preview, values, errors, onChange }: Props) {
  const names = preview.columns.map(({ name }) => name);
  /** The columns of the file, and the current value even if it combines several. */
  const options = (chosen: string) => ["", ...new Set([...names, ...(chosen ? [chosen] : [])])].map(option);
  return (
    <>
      <div className={classes.fields}>
        {values.keys.map((key, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: keys are told by their place alone
            key={at}
            id={at === 0 ? "index-schema" : undefined}
            label={`Key ${at + 1}`}
            description={at === 0 ? "Queried by its exact value" : "Queried together with the keys before it"}
            error={at === 0 ? errors.schema : undefined}
            data={options(key)}
            value={key}
            onChange={({ currentTarget: { value } }) =>
              onChange((before) => ({ ...before, keys: before.keys.with(at, value) }), "schema")
            }
          />
        ))}
      </div>
      <div className={classes.fields}>
        {places.map(({ field, label, description }) => (
          <NativeSelect
            key={field}
            id={`index-${field}`}
            label={label}
            description={description}
            error={errors[field]}
            data={options(values[field])}
            value={values[field]}
            onChange={({ currentTarget: { value } }) =>
              onChange((before) => ({ ...before, [field]: value }), "schema", "start", "build")
            }
          />
        ))}
      </div>
    </>
  );
}

const option = (value: string) => ({ value, label: value || "None" });
