import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import classes from "./UserMenu.module.css";

interface UserMenuProps {
  /** Shown in the menu. */
  name: string;
  detail: string;
  onSignOut: () => void;
}

/** Two letters for the round sign: of two words, else the first two of one. */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const [first = "", second = ""] = words;
  return (second ? first.charAt(0) + second.charAt(0) : first.slice(0, 2)).toUpperCase();
}

export function UserMenu({ name, detail, onSignOut }: UserMenuProps) {
  const scheme = useComputedColorScheme("light");
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === "dark" ? "light" : "dark";
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar}>
          {initials(name)}
          <VisuallyHidden>, account of {name}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <span className={classes.name}>{name}</span>
          {detail}
        </Menu.Label>
        <Menu.Item onClick={() => setColorScheme(other)}>Switch to {other} colours</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onSignOut}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
