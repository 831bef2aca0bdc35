/** The page begins with its heading, which can take the focus then. */
export function headingOfPage(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("h1");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}

const longestMs = 5000;

/**
 * Puts the focus on the heading of a page that was just opened, and on the one that takes its place while the page is read.
 * Ends with the first key or press, or after five seconds.
 */
export function focusHeading(): void {
  const focus = () => headingOfPage()?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focus();
  });
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener("keydown", stop);
    document.removeEventListener("pointerdown", stop);
  };
  const timer = setTimeout(stop, longestMs);
  document.addEventListener("keydown", stop);
  document.addEventListener("pointerdown", stop);
  observer.observe(document.body, { childList: true, subtree: true });
  focus();
}
