/** How long something may wait for a page that is never idle, in milliseconds. */
const patienceMs = 2000;

/** Does something once the page has nothing else to do. The answer takes it back. */
export function whenIdle(then: () => void): () => void {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(() => then(), { timeout: patienceMs });
    return () => cancelIdleCallback(asked);
  }
  const timer = setTimeout(then);
  return () => clearTimeout(timer);
}
