import type { Dataset } from "@/api/datasets";
import { ButtonLink } from "@/ui/links";
import { EmptyState } from "@/ui/states";

/** What to do with a data set that has no phenotype yet. */
export function NoPhenotypes({ dataset: { id, can, owner } }: { dataset: Dataset }) {
  return (
    <EmptyState
      title="No phenotypes yet"
      actions={
        can.edit && (
          <ButtonLink to="/datasets/$id" params={{ id }} search={{ edit: true, step: "files" }}>
            Add a phenotype and its file
          </ButtonLink>
        )
      }
    >
      {can.edit
        ? "Add each phenotype with its sample size and its file of summary statistics. The file is checked while you go on, and its figures appear here."
        : `${owner} has registered what this data set is about, and has not added results yet.`}
    </EmptyState>
  );
}
