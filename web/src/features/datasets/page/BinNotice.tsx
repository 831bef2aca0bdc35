import { Button, Group } from "@mantine/core";
import type { Dataset } from "@/api/datasets/datasets";
import { formatDateTime } from "@/lib/format/format";
import { Notice } from "@/ui/state/Notice";
import type { useBin } from "../list/useBin";
import classes from "./page.module.css";

interface Props {
  dataset: Dataset;
  bin: ReturnType<typeof useBin>;
}

/** Shows that the data set is in the bin, until when, and the two actions. */
export function BinNotice({ dataset, bin }: Props) {
  if (!dataset.deleted_at) return null;
  return (
    <Notice tone="warn" title={`In the bin since ${formatDateTime(dataset.deleted_at)}`}>
      <p className={classes.plain}>
        Only its owner and the curators see it, and links to its files do not work.
        {dataset.purged_at && (
          <>
            {" "}
            On <strong>{formatDateTime(dataset.purged_at)}</strong> it is deleted permanently, files included.
          </>
        )}
      </p>
      {dataset.can.restore && (
        <Group gap={8} mt={10}>
          <Button loading={bin.busy} onClick={bin.restore}>
            Restore
          </Button>
          <Button variant="default" disabled={bin.busy} onClick={bin.askForever}>
            Delete permanently…
          </Button>
        </Group>
      )}
    </Notice>
  );
}
