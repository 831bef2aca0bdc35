import { Menu, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Entry, EntryGroup, NavItem } from "@/lib/route/areas";
import { currency, isCurrent } from "@/lib/route/current";
import { MenuItemLink } from "../action/menuLinks";
import { Chevron } from "../Icons";
import classes from "./Frame.module.css";
import { MenuCount } from "./MenuCount";

interface NavBarProps {
  label: string;
  items: readonly NavItem[];
  pathname: string;
}

/** The places of the area, in the bar; on narrow screens MobileMenu takes over. */
export function NavBar({ label, items, pathname }: NavBarProps) {
  return (
    <nav className={classes.sections} aria-label={label}>
      {items.map((item) =>
        "entries" in item ? (
          <Group key={item.label} group={item} pathname={pathname} />
        ) : (
          <EntryLink key={item.label} className={classes.section} entry={item} pathname={pathname} />
        ),
      )}
    </nav>
  );
}

interface EntryLinkProps {
  entry: Entry;
  pathname: string;
  className?: string;
  onClick?: () => void;
}

/** A place of ours, or an address that the server answers. */
export function EntryLink({ entry, pathname, className, onClick }: EntryLinkProps) {
  if (entry.to === undefined) {
    return (
      <a className={className} href={entry.href}>
        {entry.label}
      </a>
    );
  }
  const current = currency(entry, pathname);
  return (
    <Link
      className={className}
      to={entry.to}
      data-active={current !== undefined}
      aria-current={current}
      onClick={onClick}
      // The router would mark by its own rule what only begins like this path.
      activeProps={{ "aria-current": current }}
    >
      {entry.label}
      <MenuCount to={entry.to} />
    </Link>
  );
}

function Group({ group, pathname }: { group: EntryGroup; pathname: string }) {
  const active = isCurrent(group, pathname);
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.section} data-active={active} aria-current={active ? "true" : undefined}>
          {group.label}
          <Chevron />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {group.entries.map((entry) =>
          entry.to === undefined ? (
            <Menu.Item key={entry.label} component="a" href={entry.href}>
              {entry.label}
            </Menu.Item>
          ) : (
            <MenuItemLink
              key={entry.label}
              to={entry.to}
              aria-current={currency(entry, pathname)}
              activeProps={{ "aria-current": currency(entry, pathname) }}
            >
              {entry.label}
            </MenuItemLink>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
