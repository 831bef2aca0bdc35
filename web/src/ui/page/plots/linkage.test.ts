import { expect, test } from "vitest";
import { type Linked, linkedTo, r2Of } from "./linkage";

/** Two variants at 100, one at 200 with alleles, one at 300 and at 400 with a name alone. */
const linked: Linked = {
  total: 5,
  position: [100, 100, 200, 300, 400],
  id: ["rs1", "rs2", "rs3", "rs4", "."],
  allele_a: ["A", "A", "C", "", ""],
  allele_b: ["G", "T", "T", "", ""],
  r2: [0.1, 0.2, 0.3, 0.4, 0.5],
};

test.each<[string, [number, string, string, string], number | null]>([
  ["its alleles", [100, "A", "T", ""], 0.2],
  ["its alleles the other way round, in small letters", [100, "g", "a", ""], 0.1],
  ["its alleles, whatever its name", [100, "T", "A", "rs1"], 0.2],
  ["other alleles", [200, "A", "G", ""], null],
  ["other alleles, though the name is the same", [200, "A", "G", "rs3"], null],
  ["its name", [100, "", "", "rs2"], 0.2],
  ["another name", [200, "", "", "rs9"], null],
  ["nothing, at a place with two", [100, "", "", ""], null],
  ["nothing, at a place with one", [200, "", "", ""], 0.3],
  ["alleles, where the data has none", [300, "A", "G", ""], 0.4],
  ["a name that is another one, where the data has no alleles", [300, "A", "G", "rs5"], null],
  ["a name, where the data has none", [400, "A", "G", "rs5"], 0.5],
  ["another place", [500, "A", "G", "rs1"], null],
])("a row is found by %s", (_, [position, effect, other, rsid], r2) => {
  const points = { position: [position], effect_allele: [effect], other_allele: [other], rsid: [rsid] };
  expect(r2Of(linked, points)).toEqual([r2]);
});

test.each([
  [{ effect_allele: ["C"], other_allele: ["T"] }, "16:100:T:C"],
  [{ effect_allele: ["c"], other_allele: ["TA"] }, "16:100:TA:c"],
  [{ effect_allele: ["<DEL>"], other_allele: ["T"] }, "16:100"],
  [{ effect_allele: [""], other_allele: ["T"] }, "16:100"],
])("LD is asked for to %j as %s", (alleles, asked) =>
  expect(linkedTo("16", { position: [100], rsid: ["rs1"], ...alleles }, 0)).toBe(asked),
);
