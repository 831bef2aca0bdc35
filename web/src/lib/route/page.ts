import { consortium } from "../browser/runtime-config";
import type { Grants } from "../permission";
import type { PlainPath } from "./areas";

/** What a page's route says about it; title and breadcrumb come from here alone. */
export interface PageFacts {
  /** Heading and tab, where they are not known only at run time. */
  title?: string;
  /** The page above this one in the breadcrumb. */
  parent?: PlainPath;
  /** Its breadcrumb leads back to the page that one came from; `parent` is for those who open it by its address. */
  leadsBack?: true;
  /** Who may enter it; absent: everybody. Others do not see it in a breadcrumb. */
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

/** The pages above a page, outermost first, that somebody may enter. `factsOf` answers what the route of a path says. */
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
