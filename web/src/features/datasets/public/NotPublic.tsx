import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { PageHeader } from "@/ui/PageHeader";
import { EmptyState } from "@/ui/state/states";

/** Private, binned and missing data sets look the same from outside. */
export function NotPublic({ id }: { id: string }) {
  return (
    <>
      <PageHeader title="Not public" />
      <Card>
        <div role="status">
          <EmptyState
            title="There is no public data set at this address"
            actions={
              <>
                <ButtonLink to="/p/datasets">See all public data</ButtonLink>
                <ButtonLink variant="default" to="/login" search={{ redirect: `/datasets/${id}` }}>
                  Sign in to look for it
                </ButtonLink>
              </>
            }
          >
            Its owners may have withdrawn it. If it is shared with you, sign in to see it.
          </EmptyState>
        </div>
      </Card>
    </>
  );
}
