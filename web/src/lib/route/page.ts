import { consortium } from "../browser/runtime-config";
import type { Grants } from "../permission";
import type { PlainPath } from "./areas";

/** A page's facts in its route; title and breadcrumb come only from here. */
export interface PageFacts {
  /** Heading and tab, where they are not known only at run time. */
  title?: string;
  /** The page above this one in the breadcrumb. */
  parent?: PlainPath;
  /** Its breadcrumb leads to the previous page; `parent` is for users who open it by address. */
  leadsBack?: true;
  /** Who may enter it; absent: all users. Others do not see it in a breadcrumb. */
  when?: (grants: Grants) => boolean;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption extends PageFacts {}
}

export interface TrailStep {
  label: string;
  to: string;
  /** What the address keeps besides. */
  search?: object;
}

/**
 * The pages above a page that the user may enter, outermost first. `factsOf` returns the facts of a
 * path's route.
 */
export function trailOf(
  facts: PageFacts,
  factsOf: (path: PlainPath) => PageFacts | undefined,
  grants: Grants,
): TrailStep[] {
  const trail: TrailStep[] = [];
  let parent = facts.parent;
  while (parent !== undefined && trail.every((step) => step.to !== parent)) {
    const above = factsOf(parent);
    if (above?.when?.(grants) === false) break;
    trail.unshift({ label: above?.title ?? parent, to: parent });
    parent = above?.parent;
  }
  return trail;
}

/** The name of the browser tab. */
export function tabTitle(title: string): string {
  return `${title} · ${consortium().name}`;
}
