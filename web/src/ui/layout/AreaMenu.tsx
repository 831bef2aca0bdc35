import { Menu, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { consortiumArea } from "@/lib/browser/runtime-config";
import type { Area } from "@/lib/route/areas";
import { MenuItemLink } from "../action/menuLinks";
import { Chevron } from "../Icons";
import { Picture } from "../Logo";
import classes from "./Frame.module.css";

interface AreaMenuProps {
  area: Area;
  open: readonly Area[];
}

/** The consortium's picture of an area, where it has one. */
export function AreaLogo({ name }: Pick<Area, "name">) {
  const { logo } = consortiumArea(name);
  return logo ? <Picture address={logo} size={20} /> : null;
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
            <AreaLogo name={area.name} />
            {area.label}
            <Chevron />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {open.map((other) => (
            <MenuItemLink
              key={other.name}
              to={other.home}
              leftSection={<AreaLogo name={other.name} />}
              aria-current={other.name === area.name ? "true" : undefined}
            >
              {other.label}
            </MenuItemLink>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
