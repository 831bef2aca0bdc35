import { Button } from "@mantine/core";
import type { Cohort } from "@/api/sgc/sgc";
import { formatDateTime } from "@/lib/format/format";
import { Card } from "@/ui/Card";
import { Fact, Facts } from "@/ui/Facts";

/** To whom the cohort belongs, and since when. */
export function PeopleCard({ cohort, onShare }: { cohort: Cohort; onShare: () => void }) {
  return (
    <Card
      title="People"
      aside={
        cohort.can.includes("transfer") && (
          <Button size="xs" variant="default" onClick={onShare}>
            Owners and sharing…
          </Button>
        )
      }
    >
      <Facts>
        <Fact name="Owner">{cohort.owner}</Fact>
        <Fact name="Shared with">{cohort.co_owners.length > 0 ? cohort.co_owners.join(", ") : "no one"}</Fact>
        <Fact name="Registered">{formatDateTime(cohort.created_at)}</Fact>
        <Fact name="Last change">{formatDateTime(cohort.last_activity_at)}</Fact>
      </Facts>
    </Card>
  );
}
