import type { Dataset } from "@/api/datasets/datasets";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import classes from "./page.module.css";

interface Props {
  dataset: Dataset;
  /** The form for missing fields is next to it. */
  beside?: boolean;
}

/** Missing fields, for users who can add them. */
export function MissingCard({ dataset: { id, can, completeness }, beside }: Props) {
  if (!can.edit || completeness.length === 0) return null;
  return (
    <Card
      title="Still missing"
      aside={
        !beside && (
          <ButtonLink
            variant="default"
            size="compact-sm"
            to="/datasets/$id"
            params={{ id }}
            search={{ edit: true }}
            aria-label="Edit missing fields"
          >
            Edit
          </ButtonLink>
        )
      }
      flush
    >
      <ul className={classes.lines}>
        {completeness.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Card>
  );
}
