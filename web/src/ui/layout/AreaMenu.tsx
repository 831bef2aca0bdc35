import { Menu, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { Area } from "@/lib/route/areas";
import { MenuItemLink } from "../action/menuLinks";
import { Chevron } from "../Icons";
import classes from "./Frame.module.css";

interface AreaMenuProps {
  area: Area;
  open: readonly Area[];
}

/** The area where one is, and the way to the others that one may enter; without others it is a word. */
export function AreaMenu({ area, open }: AreaMenuProps) {
  if (!open.some((other) => other.name !== area.name)) return <div className={classes.area}>{area.label}</div>;
  return (
    <div className={classes.area}>
      <Menu position="bottom-start" width={180}>
        <Menu.Target>
          <UnstyledButton className={classes.opener}>
            <VisuallyHidden>Area </VisuallyHidden>
            {area.label}
            <Chevron />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((other) => (
            <MenuItemLink key={other.name} to={other.home} aria-current={other.name === area.name ? "true" : undefined}>
              {other.label}
            </MenuItemLink>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
