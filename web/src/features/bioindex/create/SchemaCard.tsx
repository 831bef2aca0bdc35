import { NativeSelect, Radio } from "@mantine/core";
import type { BioIndexPreview, Coordinates } from "@/api/bioindex";
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
  { value: "", label: "as the table shows" },
  { value: "closed", label: "from 1, the end is the last base" },
  { value: "half_open", label: "from 1, the end is the base behind" },
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
    <Card title="How it is to be asked">
      <div className={classes.stack}>
        <Radio.Group
          aria-label="How it is to be asked"
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
            <Radio value="" label="By columns that I choose" description="One to three keys, where rows lie, or both" />
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
                  ? "As the file says. Genes are looked up on it."
                  : "The file does not say it. Genes are looked up on it: on another build, other rows are answered."
              }
              required
              error={errors.build}
              data={[{ value: "", label: "Choose" }, ...builds]}
              value={values.build}
              onChange={({ currentTarget: { value } }) => onChange((before) => ({ ...before, build: value }), "build")}
            />
            <NativeSelect
              id="index-coordinates"
              label="What the positions count"
              description="The table usually shows it. Choose if you know better."
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
