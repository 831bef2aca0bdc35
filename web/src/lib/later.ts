import { type ComponentType, useEffect, useState } from "react";

const againAfterMs = 5000;
const arrivals = new WeakMap<object, unknown>();

/**
 * A piece that no page begins with: fetched when the page stands, and again while it does not arrive. `bring` is the same
 * function each time; what it brought once is there at once.
 */
export function useLater<P>(bring: () => Promise<ComponentType<P>>): ComponentType<P> | undefined {
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
    attempt();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [bring, piece]);
  return piece;
}
