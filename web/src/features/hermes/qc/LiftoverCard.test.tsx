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

test("says where a second chain file differs, and what mitochondrial rows and indels came to", () => {
  const compared: NonNullable<typeof liftover.compared> = {
    chain: { name: "GRCh37_to_GRCh38.chain.gz", maker: "Ensembl", sha256: "cd34", inverted: false },
    elsewhere: 1,
    only_here: 20,
    only_there: 3,
  };
  const full: typeof liftover = {
    ...liftover,
    chain: { name: "hg19ToHg38", maker: "UCSC", sha256: "ab12", inverted: false },
    compared,
    mitochondrion: { rows: 2, sequence: "", evidence: "Nothing tells." },
    indels: {
      sequence: "hg38",
      indels: 1200,
      left_aligned: 30,
      trimmed: 4,
      reversed: 5,
      reference_mismatch: 6,
      not_checked: 7,
    },
  };
  const { rerender } = render(
    <MantineProvider env="test">
      <LiftoverCard liftover={full} unmapped="" />
    </MantineProvider>,
  );
  const says = (text: string) => expect(screen.getByText(text, { exact: false })).toBeTruthy();
  says("Chain file hg19ToHg38 (UCSC)");
  says(
    "GRCh37_to_GRCh38.chain.gz (Ensembl) differs in 24 rows: 1 to another place, 20 lifted by hg19ToHg38 (UCSC) only, 3 by GRCh37_to_GRCh38.chain.gz (Ensembl) only.",
  );
  says("2 mitochondrial rows: not lifted. Nothing tells.");
  says(
    "1,200 insertions and deletions checked with hg38: 30 left-aligned, 4 trimmed, 5 lifted on reversed blocks, 6 with neither allele in the sequence, 7 not checked.",
  );
  const same = { ...full, compared: { ...compared, elsewhere: 0, only_here: 0, only_there: 0 } };
  rerender(
    <MantineProvider env="test">
      <LiftoverCard liftover={same} unmapped="" />
    </MantineProvider>,
  );
  says("GRCh37_to_GRCh38.chain.gz (Ensembl) lifts every row to the same place.");
});
