import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AnchorLink } from "../action/links";
import { Logo } from "../Logo";
import { Footer } from "./Footer";
import classes from "./Frame.module.css";

/** The quiet frame of what everybody may read: no area, no places, nothing that depends on who is there. */
export function PublicFrame({ children }: { children: ReactNode }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link className={classes.brand} to="/p/datasets" aria-label="Cohortium, public data">
          <Logo />
          <span className={classes.name}>Cohortium</span>
        </Link>
        <Link className={classes.area} to="/p/datasets">
          Public data
        </Link>
        <div className={classes.account}>
          <AnchorLink to="/login" search={{ redirect: pathname.replace(/^\/p\//, "/") }} className={classes.signIn}>
            Sign in
          </AnchorLink>
        </div>
      </header>
      <main className={`${classes.main} ${classes.quiet}`} id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
