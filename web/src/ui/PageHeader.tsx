import { Link, type LinkProps } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import classes from "./PageHeader.module.css";

export interface Crumb {
  label: string;
  /** Absent for the page itself. */
  to?: LinkProps["to"];
  params?: LinkProps["params"];
  search?: LinkProps["search"];
}

interface PageHeaderProps {
  title: string;
  /** One line that says the state in words. */
  sub?: ReactNode;
  crumbs?: Crumb[];
  /** At most one of them primary. */
  actions?: ReactNode;
}

/** Breadcrumb, title, state in words, actions. Also names the browser tab. */
export function PageHeader({ title, sub, crumbs, actions }: PageHeaderProps) {
  useEffect(() => {
    document.title = `${title} · Cohortium`;
  }, [title]);
  return (
    <header>
      {crumbs && <Breadcrumbs crumbs={crumbs} />}
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{title}</h1>
          {sub && <div className={classes.sub}>{sub}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}

function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.to ? (
              <Link to={crumb.to} params={crumb.params} search={crumb.search}>
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
