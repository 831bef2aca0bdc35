import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ["a production build that was asked for it", false, "1", false],
  ["a development build that was not", true, "", false],
  ["a development build that was", true, "1", true],
])("the guard of the pages in %s", async (_name, dev, asked, off) => {
  vi.stubEnv("DEV", dev);
  vi.stubEnv("VITE_SKIP_AUTH", asked);
  const { skipAuth } = await import("./skipAuth");
  expect(skipAuth).toBe(off);
});
