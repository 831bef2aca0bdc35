import { describe, expect, it } from "vitest";
import { qcCommand } from "./commandLine";

describe("qcCommand", () => {
  it("says only what differs from the defaults", () => {
    const settings = { fd: 0.2, adj: "none" as const, noind: false };
    expect(qcCommand({ fileName: "a.gz", build: "hg19", settings, mapping: {}, panel: undefined })).toBe(
      "cohortium sumstats qc a.gz --build hg19 --fd 0.2 -o qc",
    );
  });

  it("repeats every setting and the mapping", () => {
    const settings = { fd: 0.1, adj: "lambda" as const, noind: true, it: 0.6 };
    const mapping = { effect_allele: "A 1", beta: "b" };
    expect(
      qcCommand({ fileName: "a.gz", build: "grch38", settings, mapping, panel: "1000G EUR", scores: "eur w" }),
    ).toBe(
      "cohortium sumstats qc a.gz --build grch38 --fd 0.1 --adj lambda --noind --it 0.6 --panel '1000G EUR' --ld-scores 'eur w' " +
        "--map 'effect_allele=A 1' --map beta=b -o qc",
    );
  });

  it("lifts a file of another assembly first; the columns are those of the file", () => {
    const settings = { fd: 0.2, adj: "none" as const, noind: false };
    const lifted = { from: "GRCh38", to: "GRCh37" };
    expect(
      qcCommand({ fileName: "a b.gz", build: "grch38", lifted, settings, mapping: { beta: "b" }, panel: undefined }),
    ).toBe(
      "cohortium sumstats liftover 'a b.gz' --from GRCh38 --to GRCh37 --map beta=b -o lifted.tsv.gz &&\n" +
        "cohortium sumstats qc lifted.tsv.gz --build GRCh37 --fd 0.2 -o qc",
    );
  });
});
