import { describe, expect, it } from "vitest";
import { shellWord } from "./shell";

describe("shellWord", () => {
  it.each([
    ["north.tsv.gz", "north.tsv.gz"],
    ["north biobank.tsv", "'north biobank.tsv'"],
    ["o'neil; rm -rf.tsv", "'o'\\''neil; rm -rf.tsv'"],
    ["$(x)", "'$(x)'"],
    ["", "''"],
  ])("%s", (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });
});
