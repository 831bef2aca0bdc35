import type { Dataset } from "@/api/datasets/datasets";
import { Card } from "@/ui/Card";
import { LinksCard } from "./LinksCard";
import { OwnersCard } from "./OwnersCard";
import { seesSharing } from "./PartsNav";
import classes from "./page.module.css";
import { ReadersCard } from "./ReadersCard";

interface Props {
  dataset: Dataset;
  /** User name of who is looking. */
  self: string;
  /** Groups of who is looking. */
  groups: readonly string[];
}

/** Who sees the data set, the links given out, and to whom it belongs. */
export function SharingPart({ dataset, self, groups }: Props) {
  if (!seesSharing(dataset)) {
    return (
      <Card title="Sharing">
        {dataset.deleted_at
          ? "A data set in the bin is not shared. Restore it first."
          : `Only ${dataset.owner} and the co-owners can share this data set.`}
      </Card>
    );
  }
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {dataset.can.share && <ReadersCard dataset={dataset} groups={groups} />}
        {dataset.can.share && <LinksCard dataset={dataset} />}
      </div>
      <div className={classes.side}>
        <OwnersCard dataset={dataset} self={self} />
      </div>
    </div>
  );
}
