import { type AnyRoute, Link, useMatches, useRouter } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { useGrants } from "@/lib/permission";
import { cameFrom, leave } from "@/lib/route/cameFrom";
import { type PageFacts, type TrailStep, tabTitle, trailOf } from "@/lib/route/page";
import classes from "./PageHeader.module.css";

interface PageHeaderProps {
  /** Absent: the title that the route states. */
  title?: string;
  /** The heading where it is more than letters, as with the name of a gene; the tab is named by the title. */
  shown?: ReactNode;
  /** One line with the state in words. */
  sub?: ReactNode;
  /** The state arrives after the page and is long: on a phone two lines are kept for it, so that nothing moves. */
  longSub?: boolean;
  /** The last words of the breadcrumb; absent: the title. */
  crumb?: readonly string[];
  /** At most one of them primary. */
  actions?: ReactNode;
}

/** Names the browser tab. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = tabTitle(title);
  }, [title]);
}

function usePage(): { facts: PageFacts; trail: TrailStep[] } {
  // By path; if a path has both a frame and a page, the page's key ends in a slash.
  const routes = useRouter().routesByPath as object as Readonly<Record<string, AnyRoute | undefined>>;
  const facts: PageFacts = useMatches({ select: (matches) => matches.at(-1)?.staticData ?? {} });
  const trail = trailOf(
    facts,
    (path) => (routes[`${path}/`] ?? routes[path])?.options.staticData as PageFacts | undefined,
    useGrants(),
  );
  return { facts, trail };
}

/** Breadcrumb, title, state in words, actions. Also names the browser tab. */
export function PageHeader({ title, shown, sub, longSub, crumb, actions }: PageHeaderProps) {
  const { facts, trail } = usePage();
  const heading = title ?? facts.title ?? "Cohortium";
  useTitle(heading);
  const { id } = useGrants();
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? "/" });
  const search: object | undefined = useMatches({ select: (matches) => matches.at(-1)?.search });
  useEffect(() => {
    if (!facts.leadsBack) leave(id, [...trail, { label: heading, to: pathname, search }]);
  });
  const above = (facts.leadsBack && cameFrom(id)) || trail;
  return (
    <header>
      {above.length > 0 && <Breadcrumbs trail={above} own={crumb ?? [heading]} />}
      <div className={classes.head}>
        <div className={classes.words}>
          <h1 className={classes.title}>{shown || heading}</h1>
          {sub && (
            <div className={classes.sub} data-long={longSub || undefined}>
              {sub}
            </div>
          )}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
    </header>
  );
}

function Breadcrumbs({ trail, own }: { trail: readonly TrailStep[]; own: readonly string[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        {trail.map((step) => (
          <li key={step.to}>
            <Link to={step.to} search={step.search as never}>
              {step.label}
            </Link>
          </li>
        ))}
        {own.map((words, at) => (
          <li key={words}>
            <span aria-current={at === own.length - 1 ? "page" : undefined}>{words}</span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
