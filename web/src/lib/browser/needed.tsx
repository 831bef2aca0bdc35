import { type ReactNode, use, useState } from "react";

/** How long the previous page may stay before the next one shows that it waits, ms. */
const patience = 200;

/**
 * For a loader: what a page needs before it can begin, as a promise once it is clear whether that takes a moment only. A
 * loader that waited for all of it would hold back the frame around the page as well.
 */
export async function needed(parts: Promise<unknown>[]): Promise<{ all: Promise<unknown> }> {
  const all = Promise.all(parts);
  const settled = all.catch(() => undefined); // what failed is thrown where it is used
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, patience))]);
  return { all };
}

/**
 * Shows its children once everything is loaded, and the skeleton or error of the route until then.
 * Later reads hide nothing.
 */
export function Needed({ all, children }: { all: Promise<unknown>; children: ReactNode }) {
  const [first] = useState(all);
  use(first);
  return children;
}
