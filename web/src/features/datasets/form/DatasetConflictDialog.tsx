import type { Dataset, DatasetCodes } from "@/api/datasets";
import { formatDateTime } from "@/lib/format";
import { ConflictDialog } from "@/ui/form/ConflictDialog";
import { labelOfPart } from "./fields";
import { differences, merge } from "./merge";
import { fromDataset, shownPart, type Values } from "./values";

interface DatasetConflictProps {
  base: Values;
  mine: Values;
  /** What somebody else left meanwhile. */
  current: Dataset;
  codes: DatasetCodes;
  busy: boolean;
  onSave: (merged: Values) => void;
  onEdit: (merged: Values) => void;
  onClose: () => void;
}

/** Both versions of a data set beside each other, where two people changed it. */
export function DatasetConflictDialog({ base, mine, current, codes, busy, ...on }: DatasetConflictProps) {
  const theirs = fromDataset(current);
  const fields = differences(base, mine, theirs).map((difference) => ({
    ...difference,
    label: labelOfPart(difference.key),
    mine: shownPart(difference.key, mine, codes),
    theirs: shownPart(difference.key, theirs, codes),
  }));
  return (
    <ConflictDialog
      title="Two people changed this data set"
      savedBy={`Saved by ${current.updated_by}`}
      fields={fields}
      busy={busy}
      onSave={(sides) => on.onSave(merge(mine, theirs, sides))}
      onEdit={(sides) => on.onEdit(merge(mine, theirs, sides))}
      onClose={on.onClose}
    >
      {current.updated_by} changed this data set on {formatDateTime(current.updated_at)}.
    </ConflictDialog>
  );
}
