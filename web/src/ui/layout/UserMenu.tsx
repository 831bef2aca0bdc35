import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { useContext } from "react";
import type { PlainPath } from "@/lib/route/areas";
import { isOwnAccount } from "@/lib/route/current";
import { MenuItemLink } from "../action/menuLinks";
import { ShortcutsOpener } from "./SearchOpener";
import classes from "./UserMenu.module.css";

export interface AccountLink {
  label: string;
  to: PlainPath;
}

interface UserMenuProps {
  /** Shown in the menu. */
  name: string;
  detail: string;
  /** Pages of the own account. */
  links?: readonly AccountLink[];
  /** Absent where signing out has its own button. */
  onSignOut?: () => void;
}

/** Two letters for the round sign: of two words, else the first two of one. */
function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const [first = "", second = ""] = words;
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase();
}

/** The menu behind the initials of the signed-in person: own pages, colour scheme, shortcuts and signing out. */
export function UserMenu({ name, detail, links = [], onSignOut }: UserMenuProps) {
  const scheme = useComputedColorScheme("light");
  const { setColorScheme } = useMantineColorScheme();
  const listKeys = useContext(ShortcutsOpener);
  const current = useRouterState({ select: (state) => isOwnAccount(state.location.pathname) });
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-current={current ? "true" : undefined}>
          {initials(name)}
          <VisuallyHidden>, account of {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={classes.name}>{name}</span>
          {detail}
        </Menu.Label>
        {links.map((link) => (
          <MenuItemLink key={link.label} to={link.to}>
            {link.label}
          </MenuItemLink>
        ))}
        <Menu.Item onClick={() => setColorScheme(other)}>Switch to {other} colours</Menu.Item>
        {listKeys && <Menu.Item onClick={listKeys}>Keyboard shortcuts</Menu.Item>}
        {onSignOut && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onSignOut}>Sign out</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
