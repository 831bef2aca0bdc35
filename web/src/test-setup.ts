import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

// The kit's growing text areas listen for fonts; happy-dom has none to load.
Object.defineProperty(document, "fonts", { value: new EventTarget() });
