import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";

/** In place of every page about meta-analyses, for accounts that see their own files only. */
export function NotOpen() {
  return (
    <>
      <PageHeader />
      <Card>
        <EmptyState
          title="Meta-analyses are not open to your account"
          actions={
            <ButtonLink variant="default" to="/hermes">
              Go to your submissions
            </ButtonLink>
          }
        >
          They combine submissions of all cohorts, so only analysts and reviewers can see them. Ask a reviewer for this
          role.
        </EmptyState>
      </Card>
    </>
  );
}
