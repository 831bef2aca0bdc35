import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader, useTitle } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";
import classes from "./published.module.css";

/** Private, unpublished, withdrawn and missing pages look the same from outside. */
export function NotPublished({ embedded }: { embedded: boolean }) {
  const title = "Not published";
  useTitle(title);
  const state = (
    <Card>
      <div role="status">
        <EmptyState
          title="There is no published page at this address"
          actions={!embedded && <ButtonLink to="/p/datasets">See all public data</ButtonLink>}
        >
          Its owner may not have published it yet, or may have unpublished it. If it is shared with you, sign in to see
          it.
        </EmptyState>
      </div>
    </Card>
  );
  if (embedded) {
    return (
      <main className={classes.embed}>
        <h1 className={classes.embedTitle}>{title}</h1>
        {state}
      </main>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      {state}
    </>
  );
}
