/** No dialog is laid over another one, where a half-filled form may stand. */
export function anotherDialog(): boolean {
  return document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
}
