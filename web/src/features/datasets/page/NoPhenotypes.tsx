import type { Dataset } from "@/api/datasets/datasets";
import { ButtonLink } from "@/ui/action/links";
import { EmptyState } from "@/ui/state/states";

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
        ? "Add each phenotype with its sample size and its file of summary statistics. Files are checked in the background, and their figures appear here."
        : `${owner} has registered this data set, but has not added results yet.`}
    </EmptyState>
  );
}
