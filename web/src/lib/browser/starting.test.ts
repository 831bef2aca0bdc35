import { expect, test, vi } from "vitest";
import { starting } from "./starting";

test("a failure while starting is logged and thrown again", () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const failure = new Error("no root");
  expect(() =>
    starting(() => {
      throw failure;
    }),
  ).toThrow(failure);
  expect(log).toHaveBeenCalledWith(expect.any(String), failure);
});
