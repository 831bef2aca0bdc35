import { Anchor } from "@mantine/core";
import { ButtonLink } from "@/ui/links";
import { EmptyState } from "@/ui/states";
import type { Scope } from "./search";

/** Of tabs that others fill. */
const empty: Partial<Record<Scope, { title: string; words: string }>> = {
  shared: {
    title: "Nothing is shared with you",
    words: "Data sets stand here when their owners name you, or a group of yours, as somebody who may see them.",
  },
  public: {
    title: "No data set is public",
    words:
      "Owners decide who may see a data set. Files of public ones can be downloaded by everybody, without an account.",
  },
  bin: {
    title: "The bin is empty",
    words: "Data sets that you delete stay here for 30 days, and can be restored with their files.",
  },
};

/** What this place is for, before there is anything in it. */
export function NoDatasets({ scope }: { scope: Scope | undefined }) {
  const told = scope && empty[scope];
  return told ? <EmptyState title={told.title}>{told.words}</EmptyState> : <First mine={scope === "mine"} />;
}

function First({ mine }: { mine: boolean }) {
  return (
    <EmptyState
      title={mine ? "You have not registered a data set" : "No data sets yet"}
      actions={
        <>
          <ButtonLink to="/datasets/new">Register a data set</ButtonLink>
          <ButtonLink to="/datasets/import" variant="default">
            Import from a sheet
          </ButtonLink>
          <Anchor href="/examples/fto_bmi_hg19.tsv" download>
            Example file
          </Anchor>
        </>
      }
    >
      A data set is the result of a study: what was measured in whom, and a file of summary statistics for each
      phenotype with its credible sets. Each file is checked, gets a short link that keeps working, and is seen by whom
      you choose.
    </EmptyState>
  );
}
