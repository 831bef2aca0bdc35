import { type ComponentType, useEffect, useState } from "react";
import { whenIdle } from "./idle";

const againAfterMs = 5000;
const arrivals = new WeakMap<object, unknown>();

/**
 * A piece that no page begins with: fetched at once where it is `wanted`, else when the page is idle, and again while it does not
 * arrive. `bring` is the same function each time; what it brought once is there at once.
 */
export function useLater<P>(bring: () => Promise<ComponentType<P>>, wanted: boolean): ComponentType<P> | undefined {
  const [, arrive] = useState(false);
  const piece = arrivals.get(bring) as ComponentType<P> | undefined;
  useEffect(() => {
    if (piece) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function attempt() {
      bring().then(
        (arrived) => {
          arrivals.set(bring, arrived);
          if (!left) arrive(true);
        },
        () => {
          if (!left) timer = setTimeout(attempt, againAfterMs);
        },
      );
    }
    let unasked: (() => void) | undefined;
    if (wanted) attempt();
    else unasked = whenIdle(attempt);
    return () => {
      left = true;
      unasked?.();
      clearTimeout(timer);
    };
  }, [bring, piece, wanted]);
  return piece;
}
