import { Anchor } from "@mantine/core";
import { examples } from "@/lib/route/examples";
import { ButtonLink } from "@/ui/action/links";
import { EmptyState } from "@/ui/state/states";
import type { Scope } from "./search";

/** Of tabs that others fill. */
const empty: Partial<Record<Scope, { title: string; words: string }>> = {
  shared: {
    title: "Nothing is shared with you",
    words: "Data sets shared with you or your groups appear here.",
  },
  public: {
    title: "No data set is public",
    words: "Owners decide who can see a data set. Public ones can be downloaded without an account.",
  },
  bin: {
    title: "The bin is empty",
    words: "Deleted data sets stay here for 30 days. You can restore them with their files.",
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
          <Anchor href={examples.summaryStatistics} download>
            Example file
          </Anchor>
        </>
      }
    >
      A data set is the result of a study: metadata, and for each phenotype a file of summary statistics with its
      credible sets. Each file is checked and gets a permanent short link. You choose who can see it.
    </EmptyState>
  );
}
