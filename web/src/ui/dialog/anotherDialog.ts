/** No dialog opens above another one, which may contain a half-filled form. */
export function anotherDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
