import { Popover, UnstyledButton } from "@mantine/core";
import { areas } from "@/lib/route/areas";
import { BellIcon } from "@/ui/Icons";
import classes from "./Bell.module.css";

/** The account has no place where notices come from: it reads what would be here. */
export function NoBell() {
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
