import { Popover, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatCount } from "@/lib/format/format";
import { areas } from "@/lib/route/areas";
import { BellIcon } from "@/ui/Icons";
import classes from "./Bell.module.css";

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

/** The account has no place where notices come from: it reads what would be here. */
function NoBell() {
  return (
    <Popover position="bottom-end" width={280} trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.bell} aria-label="Notices">
          <BellIcon />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Notices">
        <strong>No notices</strong>
        <p className={classes.empty}>
          Reviews and QC of submissions to {areas.hermes.label} appear here once your account has a role there.
          Reminders for cohorts are sent by mail.
        </p>
      </Popover.Dropdown>
    </Popover>
  );
}
