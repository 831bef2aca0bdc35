import { apiKey } from "@/api/api-query";
import { type HermesPhenotype, phenotypesQuery } from "@/api/hermes/hermes";
import { createPhenotype, updatePhenotype } from "@/api/hermes/phenotypes";
import { draftShape } from "@/ui/form/record";
import { type PhenotypeList, PhenotypeDialog as SharedDialog } from "@/ui/phenotype/PhenotypeDialog";
import { PhenotypeFields } from "./PhenotypeFields";
import {
  formOf,
  inputOf,
  labels,
  noForm,
  type PhenotypeForm,
  phenotypeShape,
  problemsOf,
  shownPart,
} from "./phenotypes";

const list: PhenotypeList<PhenotypeForm, HermesPhenotype> = {
  draft: { name: "hermes-phenotype", version: 1, shape: draftShape(phenotypeShape) },
  codeOf: ({ name }) => name,
  from: formOf,
  empty: noForm,
  labels,
  shown: shownPart,
  check: problemsOf,
  create: (typed) => createPhenotype(inputOf(typed, true)),
  update: (name, version, typed) => updatePhenotype(name, version, inputOf(typed, false)),
  read: (queries) => queries.fetchQuery({ ...phenotypesQuery, staleTime: 0 }),
  key: apiKey("/api/hermes/phenotypes"),
  Fields: PhenotypeFields,
};

/** Adds a phenotype, or changes the description of the given one. */
export function PhenotypeDialog(props: { phenotype?: HermesPhenotype; onClose: () => void }) {
  return <SharedDialog list={list} {...props} />;
}
