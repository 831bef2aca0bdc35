import { useEffect, useRef } from "react";

/**
 * Hears the wheel over an element; what it takes (true) does not scroll the page. React hears wheels too late to keep the
 * page where it is.
 */
export function useWheel<E extends HTMLElement>(onWheel: (event: WheelEvent) => boolean) {
  const surface = useRef<E>(null);
  const latest = useRef(onWheel);
  useEffect(() => {
    latest.current = onWheel;
  });
  useEffect(() => {
    const element = surface.current;
    function hear(event: WheelEvent) {
      if (latest.current(event)) event.preventDefault();
    }
    element?.addEventListener("wheel", hear, { passive: false });
    return () => element?.removeEventListener("wheel", hear);
  }, []);
  return surface;
}
