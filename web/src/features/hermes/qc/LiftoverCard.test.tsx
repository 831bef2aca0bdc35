import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { LiftoverCard } from "./LiftoverCard";
import type { QcReport } from "./report";

const liftover: NonNullable<QcReport["liftover"]> = {
  source_build: "GRCh38",
  target_build: "GRCh37",
  total_input_variants: 99_999,
  total_lifted: 99_828,
  total_unmapped: 171,
  unmapped_breakdown: { unmapped: 171 },
  strand_flips: 58,
  per_chromosome: [{ chromosome: "X", input: 3177, lifted: 3170, unmapped: 7, strand_flips: 2 }],
  chain: { name: "a.chain.gz", sha256: "ab12", licence: "free to use", inverted: true },
};

test("tells what became of the rows, by which chain file, and chromosome by chromosome", async () => {
  render(
    <MantineProvider env="test">
      <LiftoverCard liftover={liftover} unmapped="/unmapped.tsv.gz" />
    </MantineProvider>,
  );
  expect(screen.getByRole("heading", { name: "Lifted over from GRCh38 (hg38) to GRCh37 (hg19)" })).toBeTruthy();
  expect(screen.getByText(/^99,828 of 99,999 rows lifted; 58 read on the other strand\./)).toBeTruthy();
  expect(screen.getByText(/a\.chain\.gz, read backwards; free to use\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Rows not lifted over (171)" }).getAttribute("href")).toBe(
    "/unmapped.tsv.gz",
  );
  await userEvent.click(screen.getByText("By chromosome"));
  expect(screen.getByRole("row", { name: "X 3,177 3,170 7 2" })).toBeTruthy();
});
