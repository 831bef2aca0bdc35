import { Link } from "@tanstack/react-router";
import { formatCount } from "@/lib/format/format";
import { BellIcon } from "@/ui/Icons";
import { late } from "@/ui/state/late";
import classes from "./Bell.module.css";

const NoBell = late(() => import("./NoBell").then((part) => part.NoBell));

/** Notices in the bar of every area: the way to their page, with the number of new ones; undefined where there can be none. */
export function Bell({ unread }: { unread: number | undefined }) {
  if (unread === undefined) return <NoBell />;
  return (
    <Link
      className={classes.bell}
      to="/hermes/notices"
      aria-label={unread > 0 ? `Notices, ${formatCount(unread)} new` : "Notices"}
    >
      <BellIcon />
      {unread > 0 && (
        <span className={classes.count} aria-hidden="true">
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}
