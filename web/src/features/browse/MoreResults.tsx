import { Button } from "@mantine/core";
import type { BrowseAsked } from "@/api/browse/variant";
import { formatCount } from "@/lib/format/format";
import classes from "./more.module.css";

/** Which part of many results an answer is of, and the way to the next. */
export function MoreResults({ asked, onFrom }: { asked: BrowseAsked; onFrom: (from: number | undefined) => void }) {
  const { total, from, to, next } = asked;
  if (from === 0 && next === undefined) return null;
  return (
    <div className={classes.more}>
      <span>
        Results {formatCount(from + 1)} to {formatCount(to)} of {formatCount(total)} by name
      </span>
      {from > 0 && (
        <Button variant="default" size="compact-sm" onClick={() => onFrom(undefined)}>
          First ones
        </Button>
      )}
      {next !== undefined && (
        <Button variant="default" size="compact-sm" onClick={() => onFrom(next)}>
          Next ones
        </Button>
      )}
    </div>
  );
}
