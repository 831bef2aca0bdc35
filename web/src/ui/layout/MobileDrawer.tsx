import { Drawer } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId } from "react";
import type { Area, NavItem } from "@/lib/route/areas";
import { AreaLogo } from "./AreaMenu";
import classes from "./MobileMenu.module.css";
import { EntryLink } from "./NavBar";

interface MobileDrawerProps {
  area: Area;
  open: readonly Area[];
  items: readonly NavItem[];
  pathname: string;
  id: string;
  opened: boolean;
  onClose: () => void;
}

/** The drawer of MobileMenu. */
export function MobileDrawer({ area, open, items, pathname, id, opened, onClose }: MobileDrawerProps) {
  const others = open.filter((other) => other.name !== area.name);
  return (
    <Drawer id={id} opened={opened} onClose={onClose} title={area.label} size="min(320px, 88vw)">
      <nav aria-label={area.label}>
        {items.map((item) =>
          "entries" in item ? (
            <Part key={item.label} title={item.label}>
              {item.entries.map((entry) => (
                <Place key={entry.label}>
                  <EntryLink className={classes.link} entry={entry} pathname={pathname} onClick={onClose} />
                </Place>
              ))}
            </Part>
          ) : (
            <EntryLink key={item.label} className={classes.link} entry={item} pathname={pathname} onClick={onClose} />
          ),
        )}
      </nav>
      {others.length > 0 && (
        <nav aria-label="Areas">
          <Part title="Other areas">
            {others.map((other) => (
              <Place key={other.name}>
                <Link className={classes.link} to={other.home} onClick={onClose}>
                  <AreaLogo name={other.name} /> {other.label}
                </Link>
              </Place>
            ))}
          </Part>
        </nav>
      )}
    </Drawer>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <>
      <h3 className={classes.title} id={id}>
        {title}
      </h3>
      <ul className={classes.list} aria-labelledby={id}>
        {children}
      </ul>
    </>
  );
}

function Place({ children }: { children: ReactNode }) {
  return <li>{children}</li>;
}
