import { useEffect } from "react";
import { headingOfPage } from "./heading";

const reachable = [
  "a[href]",
  ...["button", "input", "select", "textarea"].map((control) => `${control}:not(:disabled)`),
  "summary",
  '[tabindex="0"]',
].join(",");

/** Something around what has the focus, or that itself, with the neighbours that it has. */
interface Place {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

/** From within outwards. */
function placesOf(focused: Element): Place[] {
  const places: Place[] = [];
  for (let at: Element | null = focused; at && at !== document.body; at = at.parentElement) {
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  }
  return places;
}

const firstWithin = (around: Element) =>
  around.matches(reachable) ? (around as HTMLElement) : around.querySelector<HTMLElement>(reachable);

/** Items of one list are of one kind. */
const isLike = (one: Element | null, other: Element): one is Element =>
  one?.isConnected === true && one.tagName === other.tagName && one.className === other.className;

/**
 * The neighbour of a removed element, else the first one in its container; undefined if it was the
 * whole page.
 */
function nearest(places: readonly Place[]): HTMLElement | undefined {
  const left = places.findIndex(({ element }) => element.isConnected);
  const gone = places[left - 1];
  for (const neighbour of [gone?.next, gone?.previous]) {
    const control = gone && neighbour && isLike(neighbour, gone.element) && firstWithin(neighbour);
    if (control) return control;
  }
  for (const { element } of places.slice(Math.max(left, 0))) {
    if (element.matches("main, :has(main)")) return undefined;
    const control = firstWithin(element);
    if (control) return control;
  }
  return undefined;
}

/** Menus and dialogs give the keyboard back by themselves. */
const apart = "#layers";

/**
 * Keeps the keyboard position when the focused element disappears, by removal of an item, undo, or
 * a closed dialog: the focus moves to the neighbour, the container, or the heading of the new
 * content. A browser would start at the top again.
 */
export function useFocusNear(): void {
  useEffect(() => {
    let places: Place[] = [];
    function remember({ target }: FocusEvent) {
      if (target instanceof Element && !target.closest(apart)) places = placesOf(target);
    }
    // A mouse press elsewhere means that the user has left it.
    function forget({ target }: Event) {
      if (!(target instanceof Element && target.closest(apart))) places = [];
    }
    const observer = new MutationObserver(() => {
      const [last] = places;
      if (!last || last.element.isConnected || document.activeElement !== document.body) return;
      (nearest(places) ?? headingOfPage())?.focus();
    });
    document.addEventListener("focusin", remember);
    document.addEventListener("pointerdown", forget);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", remember);
      document.removeEventListener("pointerdown", forget);
      observer.disconnect();
    };
  }, []);
}
