import { describe, expect, test } from "vitest";
import type { Dataset } from "@/api/datasets/datasets";
import { dataset } from "../page/testing";
import { fromDataset, toInput } from "./values";

const held = {
  genome_build: ["hg19", "grch38", "n/a"],
  data_type: ["gwas", "exomchip", "exseq", "ichip", "wgs", "other"],
  sex: ["mixed", "male", "female", "n/a"],
  ancestry: [
    "ABA",
    "AA",
    "AF",
    "SSAF",
    "ASUN",
    "CA",
    "EA",
    "SA",
    "SEA",
    "EU",
    "GME",
    "HS",
    "NAM",
    "NR",
    "OC",
    "OTH",
    "OAD",
    "Mixed",
    "n/a",
  ],
  status: ["pre", "open"],
  data_source_type: ["api", "file", "remote"],
} as const satisfies { [K in keyof Dataset]?: readonly Dataset[K][] };

describe("the form saves the code that the data set has, GRCh38 as GRCh38", () => {
  const cells = Object.entries(held).flatMap(([field, codes]) => codes.map((code) => [field, code] as const));
  test.each(cells)("%s %s", (field, code) => {
    expect(toInput(fromDataset(dataset({ [field]: code })), "s1")).toHaveProperty(field, code);
  });
});
