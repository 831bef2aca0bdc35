/** What is set once in a world, however many files share it. */
import { configure, getConfig } from "@testing-library/react";

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
