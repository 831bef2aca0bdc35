/** Settings made once per test process, however many files share it. */
import { configure, getConfig } from "@testing-library/react";
import * as React from "react";

/** Whether an error is thrown only to wait on, as the library notes for its own errors. */
function waiting(): boolean {
  const config: object = getConfig();
  return "_disableExpensiveErrorDiagnostics" in config && config._disableExpensiveErrorDiagnostics === true;
}

// Who waits for an element asks again and again: the page is printed for the last error, not for each.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) => (waiting() ? new Error(message ?? "") : getElementError(message, container)),
}));

// Nothing has a size in happy-dom, so the kit's dialogs find nothing to focus at first and print whole trees about it.
const { warn } = console;
console.warn = (first: unknown, ...rest: unknown[]) => {
  if (!String(first).startsWith("[@mantine/hooks/use-focus-trap]")) warn(first, ...rest);
};

// React notes of ten thousand elements a second where they were made, a seventh of the time of all tests. With the count at its
// end it notes none: its warnings name the components, without the line in each.
const counts: object = Reflect.get(React, "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE");
Object.defineProperty(counts, "recentlyCreatedOwnerStacks", { get: () => Number.POSITIVE_INFINITY, set: () => {} });
