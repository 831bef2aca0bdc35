import { Button } from "@mantine/core";
import { formatCount } from "@/lib/format/format";
import classes from "./QueryTable.module.css";

interface PagerProps {
  /** Cursors that led here; its length is the number of pages before this one. */
  after: string[];
  shown: number;
  total?: number;
  nextCursor?: string;
  onAfter: (after: string[]) => void;
}

/** Back and forth between the server's pages; nothing when one page holds all. */
export function Pager({ after, shown, total, nextCursor, onAfter }: PagerProps) {
  if (after.length === 0 && !nextCursor) return null;
  return (
    <nav className={classes.pager} aria-label="Pages">
      <span aria-live="polite">
        Page {after.length + 1}, {formatCount(shown)} of {formatCount(total)}
      </span>
      <Button variant="default" size="xs" disabled={after.length === 0} onClick={() => onAfter(after.slice(0, -1))}>
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!nextCursor}
        onClick={() => nextCursor && onAfter([...after, nextCursor])}
      >
        Next
      </Button>
    </nav>
  );
}
