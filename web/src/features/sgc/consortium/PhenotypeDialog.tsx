import { apiKey } from "@/api/api-query";
import { createPhenotype, updatePhenotype } from "@/api/sgc/calls";
import { type Phenotype, sgcPhenotypesQuery } from "@/api/sgc/sgc";
import { draftShape, type FieldErrors } from "@/ui/form/record";
import { type PhenotypeList, PhenotypeDialog as SharedDialog } from "@/ui/phenotype/PhenotypeDialog";
import {
  CodeField,
  DescriptionField,
  fieldOf,
  type PhenotypeFieldsProps,
  WordsField,
} from "@/ui/phenotype/PhenotypeFields";
import {
  formOf,
  inputOf,
  labels,
  maxAliases,
  maxCode,
  noForm,
  type PhenotypeForm,
  phenotypeShape,
  problemsOf,
  shownPart,
  typedCode,
} from "./phenotypes";

const list: PhenotypeList<PhenotypeForm, Phenotype> = {
  draft: { name: "sgc-phenotype", version: 1, shape: draftShape(phenotypeShape) },
  codeOf: ({ code }) => code,
  from: formOf,
  empty: noForm,
  labels,
  shown: shownPart,
  check: problemsOf,
  // A duplicate code is reported without a field.
  place: ({ code, message }): FieldErrors => (code === "phenotype_exists" ? { code: message } : {}),
  create: (typed) => createPhenotype(inputOf(typed, true)),
  update: (code, version, typed) => updatePhenotype(code, version, inputOf(typed, false)),
  read: (queries) => queries.fetchQuery({ ...sgcPhenotypesQuery(), staleTime: 0 }),
  key: apiKey("/api/sgc/phenotypes"),
  Fields,
};

interface Props {
  phenotype?: Phenotype;
  /** Those there are, for the code of a new one. */
  all?: readonly Phenotype[];
  onClose: () => void;
}

/** Adds a phenotype, or changes the description of the given one. */
export function PhenotypeDialog(props: Props) {
  return <SharedDialog list={list} {...props} />;
}

function Fields(props: PhenotypeFieldsProps<PhenotypeForm, Phenotype>) {
  const { phenotype, onChange } = props;
  return (
    <>
      {!phenotype && (
        <CodeField
          {...fieldOf(props, "code")}
          description={`2 to ${maxCode} characters: A to Z, digits and _. Files refer to it. It cannot be changed later.`}
          maxLength={maxCode}
          autoCapitalize="characters"
          onChange={(code) => onChange({ code: typedCode(code) })}
        />
      )}
      <DescriptionField {...fieldOf(props, "description")} focus={phenotype !== undefined} />
      <WordsField
        {...fieldOf(props, "aliases")}
        label="Other names"
        description="Other spellings in files, for which this code is suggested. Press Enter after each."
        maxTags={maxAliases}
      />
    </>
  );
}
