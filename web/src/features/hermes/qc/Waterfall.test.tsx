import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { sound } from "./soundReport";
import { Waterfall } from "./Waterfall";

const report = (clean: number) => ({
  ...sound,
  rows_in: 1000,
  rows_clean: clean,
  waterfall: [
    { reason: "low_mac", count: 80, sentence: "The minor allele was seen at most 6 times.", lines: [3, 1204] },
    { reason: "monomorphic", count: 0, sentence: "Not shown.", lines: [] },
    { reason: "duplicate", count: 20, sentence: "The row occurs again.", lines: [7] },
  ],
});

function show(clean: number) {
  render(
    <MantineProvider env="test">
      <Waterfall report={report(clean)} excluded="/excluded.tsv.gz" />
    </MantineProvider>,
  );
}

describe("Waterfall", () => {
  it("writes the sum out and explains each reason", () => {
    show(900);
    expect(screen.getByText("1,000 read − 80 with a low minor allele count − 20 repeated = 900 kept")).toBeTruthy();
    expect(screen.getByText("The minor allele was seen at most 6 times.")).toBeTruthy();
    expect(screen.queryByText("Not shown.")).toBeNull();
    expect(screen.getByText("3 · 1,204")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Excluded rows (100)" }).getAttribute("href")).toBe("/excluded.tsv.gz");
    expect(screen.queryByText("Row counts do not add up")).toBeNull();
  });

  it("says of one row that it is one", () => {
    show(899);
    expect(screen.getByText(/1 row is missing from/)).toBeTruthy();
  });

  it("does not hide rows that are not accounted for", () => {
    show(890);
    expect(screen.getByText("Row counts do not add up")).toBeTruthy();
    expect(screen.getByText(/10 rows are missing from/)).toBeTruthy();
  });
});
