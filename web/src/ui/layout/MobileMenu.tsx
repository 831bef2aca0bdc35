import { Drawer, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useId } from "react";
import type { Area, NavItem } from "@/lib/areas";
import { Bars } from "../Icons";
import classes from "./MobileMenu.module.css";
import { EntryLink } from "./NavBar";

interface MobileMenuProps {
  area: Area;
  open: readonly Area[];
  items: readonly NavItem[];
  pathname: string;
}

const wide = "(min-width: 56.26em)";

/** On narrow screens: areas and places in a drawer. It takes the focus, gives it back, and closes when one goes somewhere. */
export function MobileMenu({ area, open, items, pathname }: MobileMenuProps) {
  const [opened, drawer] = useDisclosure(false);
  const { close } = drawer;
  const id = useId();

  // On a wide screen the button to close it would be gone.
  useEffect(() => {
    const media = window.matchMedia(wide);
    media.addEventListener("change", close);
    return () => media.removeEventListener("change", close);
  }, [close]);

  const others = open.filter((other) => other.name !== area.name);
  return (
    <>
      <UnstyledButton
        className={classes.opener}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onClick={drawer.open}
      >
        <Bars />
      </UnstyledButton>
      <Drawer id={id} opened={opened} onClose={close} title={area.label} size="min(320px, 88vw)">
        <nav aria-label={area.label}>
          {items.map((item) =>
            "entries" in item ? (
              <Part key={item.label} title={item.label}>
                {item.entries.map((entry) => (
                  <Place key={entry.label}>
                    <EntryLink className={classes.link} entry={entry} pathname={pathname} onClick={close} />
                  </Place>
                ))}
              </Part>
            ) : (
              <EntryLink key={item.label} className={classes.link} entry={item} pathname={pathname} onClick={close} />
            ),
          )}
        </nav>
        {others.length > 0 && (
          <nav aria-label="Areas">
            <Part title="Other areas">
              {others.map((other) => (
                <Place key={other.name}>
                  <Link className={classes.link} to={other.home} onClick={close}>
                    {other.label}
                  </Link>
                </Place>
              ))}
            </Part>
          </nav>
        )}
      </Drawer>
    </>
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
