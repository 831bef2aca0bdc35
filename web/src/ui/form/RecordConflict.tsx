import type { ReactNode } from "react";
import { ConflictDialog } from "./ConflictDialog";
import { differences, merge, type Sides } from "./record";
import type { RecordForm } from "./useRecordForm";
import type { RecordSaving } from "./useRecordSaving";

interface RecordConflictProps<V, H, Part extends string> {
  form: RecordForm<V, H, Part>;
  saving: RecordSaving<V, H, Part>;
  /** e.g. "data set" */
  what: string;
  /** Who saved the other version, where that is known. */
  by: (held: H) => string | undefined;
  /** Who changed it, and when. */
  story: (held: H) => ReactNode;
  /** The label of a part, and its display text. */
  label: (part: Part) => string;
  shown: (part: Part, values: V) => string;
  /** The form continues from the other user's version. */
  onEdit?: (held: H) => void;
}

/** Both versions of a record side by side, if two users changed it; nothing otherwise. */
export function RecordConflict<V, H, Part extends string>(props: RecordConflictProps<V, H, Part>) {
  const { form, saving, what, by, story, label, shown, onEdit } = props;
  const { kind, values: mine } = form;
  const { base, busy, conflict } = saving;
  if (!conflict) return null;
  const theirs = kind.from(conflict);
  const merged = (sides: Sides<Part>) => merge(kind, mine, theirs, sides);
  return (
    <ConflictDialog
      key={kind.versionOf(conflict)}
      title={`Two people changed this ${what}`}
      savedBy={`Saved by ${by(conflict) ?? "others"}`}
      fields={differences(kind, { base, mine, theirs }).map((difference) => ({
        ...difference,
        label: label(difference.key),
        mine: shown(difference.key, mine),
        theirs: shown(difference.key, theirs),
      }))}
      busy={busy}
      onSave={(sides) => saving.saveMerged(merged(sides))}
      onEdit={(sides) => {
        saving.editMerged(merged(sides));
        onEdit?.(conflict);
      }}
      onClose={saving.closeConflict}
    >
      {story(conflict)}
    </ConflictDialog>
  );
}
