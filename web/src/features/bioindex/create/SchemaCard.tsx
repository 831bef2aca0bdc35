import { NativeSelect, Radio } from "@mantine/core";
import type { BioIndexPreview, Coordinates } from "@/api/bioindex/bioindex";
import { buildName } from "@/lib/sumstats/build";
import { Card } from "@/ui/Card";
import type { FieldErrors } from "@/ui/form/record";
import classes from "../bioindex.module.css";
import { exampleOf, readSchema, schemaWords } from "../schema";
import { type Definition, schemaOf } from "./definition";
import { OwnSchema } from "./OwnSchema";

interface Props {
  preview: BioIndexPreview;
  values: Definition;
  errors: FieldErrors;
  onChange: (next: (before: Definition) => Definition, ...mended: string[]) => void;
}

const builds = ["GRCh37", "GRCh38"].map((value) => ({ value, label: buildName(value) }));

const counts: { value: Coordinates | ""; label: string }[] = [
  { value: "", label: "detected from the table" },
  { value: "closed", label: "from 1, end included" },
  { value: "half_open", label: "from 1, end excluded" },
  { value: "zero_based", label: "from 0, as in BED" },
];

/** The first row by its columns. */
function firstRow({ columns, rows: [row = []] }: BioIndexPreview): Record<string, string | undefined> {
  return Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? undefined]));
}

/** What people will ask: one of the proposals, or columns chosen one by one; and the genome build of the positions. */
export function SchemaCard({ preview, values, errors, onChange }: Props) {
  const row = firstRow(preview);
  const schema = readSchema(schemaOf(values));
  const own = values.schema === "";

  function choose(next: string) {
    onChange((before) => ({ ...before, schema: next }), "schema", "start", "build");
  }

  return (
    <Card title="Query columns">
      <div className={classes.stack}>
        <Radio.Group
          aria-label="Query columns"
          value={values.schema}
          error={own ? undefined : errors.schema}
          onChange={choose}
        >
          <div className={classes.choices}>
            {preview.schemas.map((text) => (
              <Radio
                key={text}
                id={values.schema === text ? "index-schema" : undefined}
                value={text}
                label={schemaWords(readSchema(text))}
                description={<Example schema={text} row={row} />}
              />
            ))}
            <Radio value="" label="Choose columns" description="One to three keys, a location, or both" />
          </div>
        </Radio.Group>
        {own && <OwnSchema preview={preview} values={values} errors={errors} onChange={onChange} />}
        {own && schemaOf(values) && (
          <p className={classes.note}>
            {schemaWords(schema)}: <Example schema={schemaOf(values)} row={row} />
          </p>
        )}
        {schema.locus && (
          <div className={classes.wideFields}>
            <NativeSelect
              id="index-build"
              label="Genome build of the positions"
              description={
                preview.genome_build
                  ? "From the file. Used to look up genes."
                  : "Not stated in the file. Used to look up genes: a wrong build returns wrong rows."
              }
              required
              error={errors.build}
              data={[{ value: "", label: "Choose" }, ...builds]}
              value={values.build}
              onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, build: value }), "build")}
            />
            <NativeSelect
              id="index-coordinates"
              label="Coordinate system"
              description="Usually detected from the table. Choose to correct it."
              error={errors.coordinates}
              data={counts}
              value={values.coordinates}
              onChange={({ currentTarget: { value } }) =>
                onChange((before) => ({ ...before, coordinates: value as Coordinates | "" }), "coordinates")
              }
            />
          </div>
        )}
      </div>
    </Card>
  );
}

/** A question that finds the first row, with the columns that it is answered by. */
function Example({ schema, row }: { schema: string; row: Record<string, string | undefined> }) {
  return (
    <>
      for example <code className={classes.code}>{exampleOf(readSchema(schema), row).join(", ")}</code>, in{" "}
      <code className={classes.code}>{schema}</code>
    </>
  );
}
