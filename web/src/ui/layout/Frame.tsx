import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { consortium } from "@/lib/browser/runtime-config";
import { useGrants } from "@/lib/permission";
import { type Area, type AreaName, areas, visibleItems } from "@/lib/route/areas";
import { ConsortiumLogo } from "../Logo";
import { AreaMenu } from "./AreaMenu";
import { Footer } from "./Footer";
import classes from "./Frame.module.css";
import { MobileMenu } from "./MobileMenu";
import { NavBar } from "./NavBar";
import { SearchButton } from "./SearchOpener";

interface FrameProps {
  area: AreaName;
  /** The areas that this person may enter. */
  open: readonly Area[];
  /** Version of the program, when known. */
  version?: string;
  /** At the right end of the bar: the account. */
  account: ReactNode;
  children: ReactNode;
}

/** The frame of every layout with a bar: product, area, its places, the account; the page; the footer. */
export function Frame({ area: name, open, version, account, children }: FrameProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const grants = useGrants();
  const area = areas[name];
  const items = visibleItems(area.items, grants);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <MobileMenu area={area} open={open} items={items} pathname={pathname} />
        <Link className={classes.brand} to={area.home} aria-label={`${consortium().name}, start page`}>
          <ConsortiumLogo />
          <span className={classes.name}>{consortium().name}</span>
        </Link>
        <AreaMenu area={area} open={open} />
        <NavBar label={area.label} items={items} pathname={pathname} />
        <div className={classes.account}>
          <SearchButton />
          {account}
        </div>
      </header>
      <main className={classes.main} id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer version={version} />
    </div>
  );
}
