import { Link, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { consortium } from "@/lib/browser/runtime-config";
import { within } from "@/lib/route/known-paths";
import { AnchorLink } from "../action/links";
import { ConsortiumLogo } from "../Logo";
import classes from "./Frame.module.css";

interface PublicFrameProps {
  /** Of a reader who is signed in: the way back and the account, in place of the way to sign in. */
  account?: ReactNode;
  children: ReactNode;
}

/** The quiet frame of public pages: no area, and the same pages for every reader. */
export function PublicFrame({ account, children }: PublicFrameProps) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const { name, contact } = consortium();
  const inData = ["/p/datasets", "/p/browse", "/p/pages", "/p/freezes"].some((root) => within(pathname, root));
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        Skip to the content
      </a>
      <header className={classes.bar}>
        <Link className={classes.brand} to="/p" activeOptions={{ exact: true }} aria-label={`${name}, public data`}>
          <ConsortiumLogo />
          <span className={classes.name}>{name}</span>
        </Link>
        <nav className={classes.open} aria-label="Public pages">
          <Link
            className={classes.section}
            to="/p/datasets"
            aria-current={inData ? "true" : undefined}
            activeOptions={{ exact: true }}
          >
            Public data
          </Link>
          <Link className={classes.section} to="/help">
            Help
          </Link>
        </nav>
        <div className={classes.account}>
          {account ?? (
            <AnchorLink to="/login" search={{ redirect: wanted(pathname) }} className={classes.signIn}>
              Sign in
            </AnchorLink>
          )}
        </div>
      </header>
      <main className={`${classes.main} ${classes.quiet}`} id="content" tabIndex={-1}>
        {children}
      </main>
      <footer className={classes.footer}>
        {contact && (
          <>
            Contact: <a href={contactHref(contact)}>{contact}</a> ·{" "}
          </>
        )}
        Runs on Cohortium, free software under the Apache License 2.0
      </footer>
    </div>
  );
}

/** Where signing in leads: to the same data inside; from the front door to the start page. */
function wanted(pathname: string): string | undefined {
  if (pathname.replace(/\/$/, "") === "/p") return undefined;
  return pathname.replace(/^\/p\//, "/");
}

/** What a contact opens. */
export function contactHref(contact: string): string {
  return contact.startsWith("https://") ? contact : `mailto:${contact}`;
}
