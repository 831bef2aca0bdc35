import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatCount } from "@/lib/format/format";
import classes from "./ScopeTabs.module.css";

export interface ScopeTab {
  label: string;
  /** Number of rows. Null keeps the place of one that is not read yet. */
  count?: number | null;
  /** Whether it is the one that is shown. */
  current: boolean;
  /** Made by `linkOptions`. */
  link: LinkProps;
}

interface Props {
  label: string;
  tabs: readonly ScopeTab[];
  /** Content at the end of the line. */
  children?: ReactNode;
}

/** Which part of a list is shown. Links, so that each has its address. */
export function ScopeTabs({ label, tabs, children }: Props) {
  return (
    <div className={classes.above}>
      <nav className={classes.tabs} aria-label={label}>
        {tabs.map((tab) => (
          <Link
            key={tab.label}
            {...tab.link}
            className={classes.tab}
            // By itself the link would take every tab for the current one, since the first adds nothing to the address.
            activeOptions={{ exact: true }}
            aria-current={tab.current ? "page" : undefined}
            resetScroll={false}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className={classes.count}>{tab.count !== null && formatCount(tab.count)}</span>
            )}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
