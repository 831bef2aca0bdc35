import { Link, type LinkProps, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Logo } from "../Logo";
import classes from "./AppLayout.module.css";

export interface Section {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  /** Whether the section holds this path. */
  holds: (pathname: string) => boolean;
}

interface AppLayoutProps {
  area: string;
  home: NonNullable<LinkProps["to"]>;
  sections: Section[];
  userMenu: ReactNode;
  children: ReactNode;
}

/** Top bar with product, area, sections and user, and the page under it. */
export function AppLayout({ area, home, sections, userMenu, children }: AppLayoutProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link className={classes.brand} to={home} aria-label="Cohortium, start page">
          <Logo />
          <span className={classes.name}>Cohortium</span>
        </Link>
        <div className={classes.area}>{area}</div>
        <nav className={classes.sections} aria-label={area}>
          {sections.map((section) => {
            const active = section.holds(pathname);
            return (
              <Link
                key={section.label}
                className={classes.section}
                to={section.to}
                data-active={active}
                aria-current={active ? "page" : undefined}
              >
                {section.label}
              </Link>
            );
          })}
        </nav>
        <div className={classes.user}>{userMenu}</div>
      </header>
      <main className={classes.main} id="content" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
