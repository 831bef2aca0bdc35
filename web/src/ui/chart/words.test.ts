import { describe, expect, it } from "vitest";
import { formatLocus } from "./words";

describe("formatLocus", () => {
  it("groups digits and names X", () => {
    expect(formatLocus(4, 111718067)).toBe("4:111,718,067");
    expect(formatLocus(23, 1)).toBe("X:1");
  });
});
