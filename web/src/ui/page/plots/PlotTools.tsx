import { Button } from "@mantine/core";

interface Props {
  /** The table shows only the zoomed part. */
  isNarrowed: boolean;
  onReset: () => void;
}

/** What every plot of a page has in its head. */
export function PlotTools({ isNarrowed, onReset }: Props) {
  if (!isNarrowed) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={onReset}>
      Show all
    </Button>
  );
}
