import { Select, TextInput } from "@mantine/core";
import type { ReferenceInput } from "@/api/server/reference";
import { buildName } from "@/lib/sumstats/build";
import { panelPeople } from "@/lib/sumstats/people";
import classes from "./reference.module.css";
import { typeWords } from "./words";

export type Type = ReferenceInput["type"];
type Text = "name" | "ancestry" | "build" | "to" | "column" | "version" | "licence";
export type Said = Record<Text, string> & { type: Type };

export const types = [
  "panel",
  "chain",
  "fasta",
  "genes",
  "recombination",
  "ld",
  "ld_scores",
  "loci",
  "rs_numbers",
] as const;

/** The required facts of a file by type, besides its name, version and licence. */
export const asked: Record<Type, readonly ("ancestry" | "build" | "to" | "column")[]> = {
  panel: ["ancestry", "build", "column"],
  chain: ["build", "to"],
  fasta: ["build"],
  genes: ["build"],
  recombination: ["build"],
  ld: ["ancestry", "build"],
  ld_scores: ["ancestry", "build"],
  loci: ["build"],
  rs_numbers: ["build"],
};

const builds = ["NCBI36", "GRCh37", "GRCh38"].map((value) => ({ value, label: buildName(value) }));
const fromFile = "Only if it cannot be inferred from the positions";

interface Props {
  values: Said;
  errors: Record<string, string | undefined>;
  ancestries: readonly string[];
  onChange: (part: Partial<Said>) => void;
}

/** The description of a file of reference data, below the file itself. */
export function SaidFields({ values, errors, ancestries, onChange }: Props) {
  const of = asked[values.type];
  const typed = (field: Text, label: string, description: string) => (
    <TextInput
      id={`reference-${field}`}
      label={label}
      description={description}
      error={errors[field]}
      value={values[field]}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  );
  const assembly = (field: "build" | "to", label: string, description: string) => (
    <Select
      id={`reference-${field}`}
      label={label}
      description={description}
      error={errors[field]}
      data={builds}
      value={values[field] || null}
      clearable
      onChange={(value) => onChange({ [field]: value ?? "" })}
    />
  );
  return (
    <div className={classes.fields}>
      <Select
        id="reference-type"
        label="Type"
        description="What the file is"
        data={types.map((value) => ({ value, label: typeWords[value] }))}
        value={values.type}
        allowDeselect={false}
        onChange={(type) => type && onChange({ type: type as Type })}
      />
      {of.includes("ancestry") && (
        <Select
          id="reference-ancestry"
          label="Ancestry"
          description="Ancestry of the reference population"
          required
          error={errors.ancestry}
          data={ancestries.map((value) => ({ value, label: panelPeople(value) }))}
          value={values.ancestry || null}
          onChange={(value) => onChange({ ancestry: value ?? "" })}
        />
      )}
      {values.type === "chain" ? (
        <>
          {assembly("build", "From", "Compared with the file")}
          {assembly("to", "To", "Compared with the file")}
        </>
      ) : (
        assembly("build", "Genome build", values.type === "loci" ? "Compared with the file" : fromFile)
      )}
      {of.includes("column") &&
        typed("column", "Column", "Column, or INFO key, with the frequency of ALT. Default: AF")}
      {typed("name", "Name", "Default: the name of the file")}
      {typed("version", "Version", "Shown in reports")}
      {typed("licence", "Licence", "Terms of use")}
    </div>
  );
}
