import { ApiError } from "../api-error";
import { isMissingPart } from "./freshness";

/** Words of browsers about a measurement that took a frame longer: nothing failed. */
const harmless = /^ResizeObserver loop/;

/**
 * Whether the user must see it: a cancelled request is no fault, and a lost session has its own
 * dialog.
 */
function isFault(error: unknown, words = ""): boolean {
  if (harmless.test(words)) return false;
  if (error instanceof ApiError) return error.status !== 401;
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  return name !== "AbortError" && name !== "CancelledError";
}

interface Heard {
  /** Something failed that nothing on the page shows. */
  fault: (error: unknown) => void;
  /** A part of the page did not load. */
  missingPart: () => void;
}

/**
 * Catches errors outside of components and routes: in promises, timers and listeners. They are
 * shown, never ignored; the browser also logs them.
 */
export function watchStrayErrors(target: EventTarget, { fault, missingPart }: Heard): () => void {
  const tell = (error: unknown, words?: string) => {
    if (isMissingPart(error)) missingPart();
    else if (isFault(error, words)) fault(error);
  };
  const onError = (event: Event) => {
    const { error, message } = event as ErrorEvent;
    tell(error, message);
  };
  const onRejection = (event: Event) => tell((event as PromiseRejectionEvent).reason);
  target.addEventListener("error", onError);
  target.addEventListener("unhandledrejection", onRejection);
  return () => {
    target.removeEventListener("error", onError);
    target.removeEventListener("unhandledrejection", onRejection);
  };
}
