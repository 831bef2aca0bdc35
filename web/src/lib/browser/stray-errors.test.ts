import { expect, test, vi } from "vitest";
import { ApiError } from "../api-error";
import { watchParts } from "./freshness";
import { watchStrayErrors } from "./stray-errors";

function setup() {
  const target = new EventTarget();
  const heard = { fault: vi.fn(), missingPart: vi.fn() };
  const stop = watchStrayErrors(target, heard);
  const raise = (type: string, what: object) => target.dispatchEvent(Object.assign(new Event(type), what));
  return { target, heard, stop, raise };
}

const bug = new TypeError("x is undefined");

test("errors of promises and of timers are told, each once", () => {
  const { heard, raise, stop } = setup();
  raise("unhandledrejection", { reason: bug });
  raise("error", { error: bug, message: bug.message });
  raise("unhandledrejection", { reason: "no error at all" });
  raise("error", { error: undefined, message: "Script error." });
  expect(heard.fault.mock.calls.map(([error]) => error)).toEqual([bug, bug, "no error at all", undefined]);
  stop();
  raise("unhandledrejection", { reason: bug });
  expect(heard.fault).toHaveBeenCalledTimes(4);
});

test.each([
  ["work that was called off", { reason: new DOMException("The user aborted.", "AbortError") }],
  ["a question that was called off", { reason: Object.assign(new Error("no"), { name: "CancelledError" }) }],
  ["a session that ended, which has a dialog", { reason: new ApiError(401, "Sign in.", "expired") }],
])("nothing is told of %s", (_what, event) => {
  const { heard, raise } = setup();
  raise("unhandledrejection", event);
  expect(heard.fault).not.toHaveBeenCalled();
});

test("… nor of a measurement that took a frame longer", () => {
  const { heard, raise } = setup();
  raise("error", { message: "ResizeObserver loop completed with undelivered notifications." });
  expect(heard.fault).not.toHaveBeenCalled();
});

test("any other refusal of the server is told", () => {
  const { heard, raise } = setup();
  const refusal = new ApiError(403, "You do not have permission to do this.", "forbidden");
  raise("unhandledrejection", { reason: refusal });
  expect(heard.fault).toHaveBeenCalledWith(refusal);
});

test("a part of the page that does not load leads to the newer build", () => {
  const { target, heard, raise } = setup();
  vi.spyOn(console, "error").mockImplementation(() => {});
  const part = new TypeError("Failed to fetch dynamically imported module");
  const stop = watchParts(target);
  raise("vite:preloadError", { payload: part });
  raise("unhandledrejection", { reason: part });
  expect([heard.missingPart.mock.calls.length, heard.fault.mock.calls.length]).toEqual([1, 0]);
  stop();
});
