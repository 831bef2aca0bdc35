import type { Cohort } from "@/api/sgc";
import { formatDateTime } from "@/lib/format";
import { ConflictDialog as Dialog } from "@/ui/form/ConflictDialog";
import { labelOf } from "./fields";
import { differences, merge, proposedSides } from "./merge";
import { fromCohort, shownValue, type Values } from "./values";

interface ConflictProps {
  base: Values;
  mine: Values;
  /** What somebody else left meanwhile. */
  current: Cohort;
  busy: boolean;
  onSave: (merged: Values) => void;
  /** Back to the form, with what was chosen. */
  onEdit: (merged: Values) => void;
  onClose: () => void;
}

function whoChanged({ history }: Cohort): string {
  const [last] = history;
  return last ? `${last.by} changed this cohort on ${formatDateTime(last.at)}.` : "Somebody changed this cohort.";
}

/** Both versions of a cohort beside each other, where two people changed it; one side is chosen for each field. */
export function ConflictDialog({ base, mine, current, busy, onSave, onEdit, onClose }: ConflictProps) {
  const theirs = fromCohort(current);
  const found = differences(base, mine, theirs);
  const proposed = proposedSides(base, found);
  return (
    <Dialog
      title="Two people changed this cohort"
      savedBy={`Saved by ${current.history[0]?.by ?? "others"}`}
      fields={found.map(({ key, both, ...values }) => ({
        key,
        label: labelOf(key),
        mine: shownValue(key, values.mine),
        theirs: shownValue(key, values.theirs),
        both,
        proposed: proposed[key] ?? "mine",
      }))}
      busy={busy}
      onSave={(sides) => onSave(merge(mine, theirs, sides))}
      onEdit={(sides) => onEdit(merge(mine, theirs, sides))}
      onClose={onClose}
    >
      {whoChanged(current)}
    </Dialog>
  );
}
