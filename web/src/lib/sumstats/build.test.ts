import { expect, test } from "vitest";
import { buildName } from "./build";

test.each([
  ["hg18", "NCBI36 (hg18)"],
  ["NCBI36", "NCBI36 (hg18)"],
  ["hg19", "GRCh37 (hg19)"],
  ["GRCh37", "GRCh37 (hg19)"],
  ["grch38", "GRCh38 (hg38)"],
  ["hg38", "GRCh38 (hg38)"],
  ["n/a", "n/a"],
  ["", ""],
])("%s reads as %s", (build, name) => expect(buildName(build)).toBe(name));
